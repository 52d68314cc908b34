import { Link } from "react-router";
import { isLegal, type PageKind } from "~/domain/front/pages/pages";
import type { StaffPage } from "~/domain/front/pages/staff-pages";
import { Notice } from "~/ui/kit/notice";
import { NewTab } from "~/ui/kit/new-tab";

/** What somebody should know before they change this page. */
export function PageNotes({
  kind,
  page,
  menus,
}: {
  kind: PageKind;
  page: StaffPage | null;
  menus: string[];
}) {
  if (isLegal(kind)) {
    return (
      <Notice>
        Once published, this text replaces the one that the shop writes from the settings (
        <NewTab to={`/${kind}?preview=on`}>the present text</NewTab>). The seller's name, address, contacts
        and grievance officer are always shown below it. As a draft, it changes nothing.
      </Notice>
    );
  }
  if (!page || (page.oldPaths.length === 0 && menus.length === 0)) return null;
  return (
    <div className="text-muted grid gap-1 text-sm">
      {menus.length > 0 ? (
        <p>
          Linked from {menus.join(" and ")} (
          <Link to="/admin/appearance/menus" className="link">
            Menus and footer
          </Link>
          ){page.published ? "." : ", which leaves the link out while visitors cannot see the page."}
        </p>
      ) : null}
      {page.oldPaths.length > 0 ? <p>Former addresses that lead here: {page.oldPaths.join(", ")}</p> : null}
    </div>
  );
}
