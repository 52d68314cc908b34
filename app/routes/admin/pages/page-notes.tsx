import { isLegal, type PageKind } from "~/domain/pages/pages";
import type { StaffPage } from "~/domain/pages/staff-pages";
import { Notice } from "~/ui/kit/notice";
import { NewTab } from "~/ui/kit/new-tab";

/** What somebody should know before they change this page. */
export function PageNotes({ kind, page }: { kind: PageKind; page: StaffPage | null }) {
  if (isLegal(kind)) {
    return (
      <Notice>
        Once published, this text replaces the one that the shop writes from the settings (
        <NewTab to={`/${kind}?preview=on`}>the present text</NewTab>). The seller's name, address, contacts
        and grievance officer are always shown below it. As a draft, it changes nothing.
      </Notice>
    );
  }
  if (!page || page.oldPaths.length === 0) return null;
  return <p className="text-muted text-sm">Former addresses that lead here: {page.oldPaths.join(", ")}</p>;
}
