import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/kit/dates";
import type { LegalKind } from "~/domain/front/pages/pages";
import { findLegalPage, legalPageChangedAt, pageDescription } from "~/domain/front/pages/pages.server";
import { legalTextChangedOn } from "~/domain/shop/settings/settings.server";
import { showsDrafts } from "~/http/request/forms/drafts.server";
import { renderMarkdown } from "~/platform/markdown.server";

/**
 * The shop's own terms or privacy notice, and the day of the last change of the text that is shown.
 * @param generated the day on which the words of the generated text last changed
 * @returns own: null when the generated text is shown
 */
export async function ownLegalText(
  context: Readonly<RouterContextProvider>,
  kind: LegalKind,
  generated: string,
) {
  const [found, changedAt] = await Promise.all([
    findLegalPage(readDb, kind, showsDrafts(context)),
    legalPageChangedAt(readDb, kind),
  ]);
  // The shop's own text came, changed or went on this day.
  const own = changedAt === null ? "" : indianDate(new Date(changedAt));
  if (!found) {
    const words = own > generated ? own : generated;
    return {
      own: null,
      changed: await legalTextChangedOn(readDb, words, kind === "terms" ? "all" : "seller"),
    };
  }
  const { body, ...page } = found;
  return {
    own: { page: { ...page, description: pageDescription(found) }, html: renderMarkdown(body) },
    changed: await legalTextChangedOn(readDb, own || indianDate(new Date(page.changedAt)), "seller"),
  };
}
