import type { LegalFacts } from "~/domain/shop/settings/legal-facts";
import { DraftNote } from "~/ui/pages/draft-note";
import { RichText } from "~/ui/pages/rich-text";
import { LastChanged } from "./legal-text";
import { SellerComplaints, SellerFacts } from "./seller-facts";

/**
 * Terms or privacy notice in the shop's own words, with the facts about the seller that the law asks for below them
 * (E-Commerce Rules 2020, rules 5 and 6). @param changed the day of the last change, "2026-11-21"
 */
export function OwnLegalText({
  page,
  html,
  facts,
  changed,
}: {
  page: { id: number; title: string; isPublished: boolean };
  html: string;
  facts: LegalFacts;
  changed: string;
}) {
  return (
    <article className="page max-w-3xl!">
      {page.isPublished ? null : <DraftNote pageId={page.id} />}
      <header className="rule mb-6 pb-5">
        <h1 className="text-3xl wrap-anywhere" dir="auto">
          {page.title}
        </h1>
      </header>
      <RichText html={html} />
      <section aria-labelledby="seller" className="mt-12">
        <h2 id="seller" className="text-2xl">
          The seller, and how to reach us
        </h2>
        <div className="mt-3 grid gap-4">
          <SellerFacts {...facts} />
          <SellerComplaints {...facts} />
        </div>
      </section>
      <LastChanged on={changed} />
    </article>
  );
}
