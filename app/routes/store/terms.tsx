import { config } from "~/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopProvider } from "~/domain/gateways/shop-gateway.server";
import { legalFacts } from "~/domain/settings/legal-facts";
import { readSettings, termsChangedOn } from "~/domain/settings/settings.server";
import { LegalText } from "~/ui/legal/legal-text";
import { pageMeta } from "~/ui/frame/page-meta";
import { TERMS_CHANGED, TermsIntro, termsSections } from "~/ui/legal/terms-text";
import type { Route } from "./+types/terms";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches, {
    title: "Terms",
    description: "Who sells, prices, payment, delivery, cancelling, returns and complaints.",
    path: "/terms",
  });
}

export async function loader() {
  const facts = legalFacts(await readSettings(readDb));
  const changed = await termsChangedOn(readDb, TERMS_CHANGED);
  return {
    ...facts,
    changed,
    demo: config.isDemo,
    testPayments: config.testPayments,
    paymentProvider: shopProvider().offer.name,
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return (
    <LegalText
      title="Terms"
      changed={loaderData.changed}
      intro={<TermsIntro {...loaderData} />}
      sections={termsSections(loaderData)}
    />
  );
}
