import type { StaffPage } from "~/domain/front/pages/staff-pages";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** The confirmation before a page or a post is deleted. @param closeTo the editor without the dialog */
export function DeleteDialog({ page, closeTo }: { page: StaffPage; closeTo: string }) {
  return (
    <ConfirmForm
      title={page.kind === "news" ? "Delete News" : "Delete Page"}
      closeTo={closeTo}
      button={
        <Button name="intent" value="delete-page" variant="danger">
          Delete
        </Button>
      }
    >
      <p className="wrap-anywhere">
        <strong dir="auto">{page.title}</strong> and its text are deleted for good.
        {page.published
          ? ` Visitors who open ${page.path} read that there is no such page, so links to it in texts should be removed first; the menus leave theirs out. To keep the text, make it a draft instead.`
          : ""}
      </p>
    </ConfirmForm>
  );
}
