import { Link } from "react-router";
import { Notice } from "~/ui/kit/notice";

/** Above a page that only staff see, in the preview of the store. */
export function DraftNote({ pageId }: { pageId: number }) {
  return (
    <div className="mb-6">
      <Notice>
        This is a preview: visitors do not see this page.{" "}
        <Link to={`/admin/pages/${pageId}`} className="link">
          Edit it
        </Link>
      </Notice>
    </div>
  );
}
