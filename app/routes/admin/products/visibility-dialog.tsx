import { Link, useNavigation, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** Asks before a book is hidden or shown (docs/specification.md §4.7). */
export function VisibilityDialog({ book }: { book: { id: number; title: string; hide: boolean } }) {
  const [params] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const closeTo = listHref(params);
  const title = book.hide ? "Hide Book" : "Show Book";
  return (
    <ConfirmForm
      title={title}
      closeTo={closeTo}
      below={
        book.hide ? (
          <p className="text-muted text-sm">
            Visitors of its page can be{" "}
            <Link to={listHref(params, { successor: book.id })} preventScrollReset className="link">
              led to another book
            </Link>
            .
          </p>
        ) : undefined
      }
      button={
        <Button
          name="intent"
          value={book.hide ? "hide-book" : "show-book"}
          variant={book.hide ? "danger" : "primary"}
          isBusy={isBusy}
        >
          {title}
        </Button>
      }
    >
      <input type="hidden" name="bookId" value={book.id} />
      <p className="wrap-anywhere">
        {book.hide ? (
          <>
            Customers will no longer find “{book.title}”: not in the store, not in searches. In carts it will
            show as unavailable. It can be shown again at any time.
          </>
        ) : (
          <>Customers will find “{book.title}” again in the store and in searches.</>
        )}
      </p>
    </ConfirmForm>
  );
}
