import { data, Form, Link } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  type FeaturedBook,
  listFeatured,
  moveFeatured,
  resetFeaturedOrder,
} from "~/domain/catalogue/books/lists/shelves/featured-order.server";
import { formatCount } from "~/domain/kit/counts";
import { parseId } from "~/domain/kit/ids";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { MoveButtons } from "~/ui/admin/forms/move-buttons";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { Cover } from "~/ui/store/cover";
import type { Route } from "./+types/featured";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Featured books") }];
}

export async function loader({ context }: Route.LoaderArgs) {
  requireStaff(context);
  return listFeatured(readDb);
}

/** Intents: up-<book>, down-<book>, and reset: back to the order by rating. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staffId = requireStaff(context).id;
  const intent = textField(form, "intent");
  const done = (text: string) =>
    redirectWithFlash(context, "/admin/appearance/featured", { kind: "success", text });
  if (intent === "reset") {
    await resetFeaturedOrder(writeDb, { staffId });
    return done("Featured books are in the order of their rating again");
  }
  const [, direction, id] = /^(up|down)-(\d+)$/.exec(intent) ?? [];
  const bookId = parseId(id);
  if (!direction || bookId === null) throw data("Unknown intent", { status: 400 });
  const moved = await moveFeatured(writeDb, { bookId, direction: direction as "up" | "down", staffId });
  if (!moved) throw data("This book is not featured any more", { status: 404 });
  return done(`${moved.title} is number ${moved.place} now`);
}

export default function Featured({ loaderData: { books, count } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Featured books</AdminHeading>
      <AppearanceTabs />
      {books.length === 0 ? (
        <EmptyState title="No book is featured yet">
          <p>Switch on ‘Featured’ in a book’s form, and it appears here and first in the store.</p>
        </EmptyState>
      ) : (
        <div className="grid max-w-3xl gap-4">
          <p className="text-muted">
            This is the order of the home page, and of the store’s list of books. The switch ‘Featured’ in a
            book’s form adds and removes books. Books that you have not moved follow by their rating.
          </p>
          <Form method="post" preventScrollReset>
            <ol className="border-line border-t">
              {books.map((book, at) => (
                <Row key={book.id} book={book} place={at + 1} isLast={at === books.length - 1} />
              ))}
            </ol>
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
              <p className="text-muted text-sm">
                {count > books.length ? `${formatCount(count - books.length)} more follow by rating.` : null}
              </p>
              {books.some(({ isPlaced }) => isPlaced) ? (
                <Button variant="quiet" size="sm" name="intent" value="reset">
                  Order by Rating Again
                </Button>
              ) : null}
            </div>
          </Form>
        </div>
      )}
    </div>
  );
}

function Row({ book, place, isLast }: { book: FeaturedBook; place: number; isLast: boolean }) {
  return (
    <li className="border-line flex items-center gap-3 border-b py-2">
      <span className="text-muted w-7 shrink-0 text-right text-sm tabular-nums">{place}</span>
      <span className="w-9 shrink-0">
        <Cover cover={book.cover} title={book.title} width={160} sizes="36px" />
      </span>
      <span className="min-w-0 flex-1">
        <Link to={`/admin/products?edit=${book.id}`} className="link font-semibold wrap-anywhere" dir="auto">
          {book.title}
        </Link>
        <span className="text-muted block text-sm wrap-anywhere" dir="auto">
          {book.authors.join(", ")}
          {book.hidden ? " · hidden in the store" : ""}
        </span>
      </span>
      <MoveButtons
        name={book.title}
        up={`up-${book.id}`}
        down={`down-${book.id}`}
        isFirst={place === 1}
        isLast={isLast}
      />
    </li>
  );
}
