import { Form, Link, useLocation } from "react-router";
import { Button } from "./button";
import { Icon } from "./icons";

/** Puts a book on the wishlist, or tells that it is there and takes it off again. */
export function WishForm({ bookId, isWished }: { bookId: number; isWished: boolean }) {
  const { pathname } = useLocation();
  return (
    <Form method="post" action="/wishlist" preventScrollReset className="flex flex-wrap items-center gap-x-2">
      <input type="hidden" name="bookId" value={bookId} />
      <input type="hidden" name="redirectTo" value={pathname} />
      {isWished ? (
        <>
          <Link to="/wishlist" className="inline-flex min-h-11 items-center gap-2 pr-2 font-semibold">
            <Icon name="heart" className="text-accent size-5 fill-current" /> On your wishlist
          </Link>
          <Button name="intent" value="remove" variant="plain" size="sm">
            Remove<span className="sr-only"> from your wishlist</span>
          </Button>
        </>
      ) : (
        <Button name="intent" value="add" variant="plain" size="sm">
          <Icon name="heart" className="size-5" /> Add to Wishlist
        </Button>
      )}
    </Form>
  );
}
