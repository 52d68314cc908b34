import { Form, Link, useLocation } from "react-router";
import { Button } from "~/ui/kit/button";
import { Icon } from "~/ui/kit/icons";

/** Adds a book to the wishlist; when it is there already, says so and removes it. */
export function WishForm({ bookId, isWished }: { bookId: number; isWished: boolean }) {
  const { pathname } = useLocation();
  return (
    <Form method="post" action="/wishlist" preventScrollReset className="flex flex-wrap items-center">
      <input type="hidden" name="bookId" value={bookId} />
      <input type="hidden" name="redirectTo" value={pathname} />
      {isWished ? (
        <Link
          key="there"
          to="/wishlist"
          className="inline-flex min-h-11 items-center gap-2 pl-3 text-sm font-semibold"
        >
          <Icon name="heart" className="text-accent size-5 fill-current" /> On your wishlist
        </Link>
      ) : null}
      {/* One button for both actions, so that it keeps the focus when its label changes. */}
      <Button key="toggle" name="intent" value={isWished ? "remove" : "add"} variant="plain" size="sm">
        {isWished ? (
          <>
            Remove<span className="sr-only"> from your wishlist</span>
          </>
        ) : (
          <>
            <Icon name="heart" className="size-5" /> Add to Wishlist
          </>
        )}
      </Button>
    </Form>
  );
}
