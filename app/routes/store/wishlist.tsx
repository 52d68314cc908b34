import { createCookie, data, Form, redirect } from "react-router";
import { config } from "~/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addToCart } from "~/domain/cart/cart.server";
import type { BookCard as Book } from "~/domain/catalog/catalog";
import { addToWishlist, listWishlist, removeFromWishlist } from "~/domain/wishlist/wishlist.server";
import { requireCustomer } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { redirectWithFlash } from "~/http/respond.server";
import { safeRedirect } from "~/http/safe-redirect";
import { getVisit } from "~/http/visit.server";
import { derivedSecret } from "~/platform/shop-secret.server";
import { BookCard } from "~/ui/book-card";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { PageHeading } from "~/ui/page-heading";
import { pageTitle } from "~/ui/page-title";
import type { Route } from "./+types/wishlist";

const LATER_S = 30 * 60;

/**
 * A guest's wish, kept until they have signed in. Signed, and set by their own POST alone: the GET that completes it
 * (`?resume=on`) can add nothing that somebody else's link asks for, and does it once.
 */
const laterCookie = createCookie(`${config.secureCookies ? "__Host-" : ""}wish`, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  secrets: [derivedSecret("wish cookie")],
});

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Wishlist") }];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  if (url.searchParams.get("resume") === "on") throw await resume(context, request, account.id);
  return { books: await listWishlist(readDb, account.id) };
}

async function resume(
  context: Route.LoaderArgs["context"],
  request: Request,
  accountId: number,
): Promise<Response> {
  const wished: unknown = await laterCookie.parse(request.headers.get("Cookie"));
  if (typeof wished !== "number") return redirect("/wishlist", 303);
  getVisit(context).setCookie(await laterCookie.serialize("", { maxAge: 0 }));
  return add(context, accountId, wished, `/books/${wished}`);
}

/** POST: intent add, remove or move (one copy into the cart), bookId, redirectTo. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const bookId = Number(form.get("bookId"));
  if (!Number.isSafeInteger(bookId) || bookId < 1) throw data("Book Not Found", { status: 404 });
  const visit = getVisit(context);
  const intent = form.get("intent");
  if (intent === "add" && !visit.account) {
    visit.setCookie(await laterCookie.serialize(bookId, { maxAge: LATER_S }));
    const way = `/login?redirectTo=${encodeURIComponent("/wishlist?resume=on")}`;
    return redirectWithFlash(context, way, {
      kind: "info",
      text: "Please login to keep a wishlist; the book will be added",
    });
  }
  const account = requireCustomer(context, request);
  const redirectTo = safeRedirect(form.get("redirectTo"), "/wishlist");
  if (intent === "add") return add(context, account.id, bookId, redirectTo);
  if (intent === "move") return move(context, account.id, bookId);
  if (intent !== "remove") throw data("Unknown intent", { status: 400 });
  await removeFromWishlist(writeDb, account.id, bookId);
  return redirectWithFlash(context, redirectTo, { kind: "success", text: "Removed from your wishlist" });
}

async function add(
  context: Route.ActionArgs["context"],
  accountId: number,
  bookId: number,
  redirectTo: string,
) {
  const outcome = await addToWishlist(writeDb, accountId, bookId);
  return redirectWithFlash(
    context,
    redirectTo,
    outcome.ok
      ? { kind: "success", text: `Added "${outcome.title}" to your wishlist` }
      : { kind: "error", text: outcome.message },
  );
}

async function move(context: Route.ActionArgs["context"], accountId: number, bookId: number) {
  const outcome = await addToCart(writeDb, { accountId }, { bookId, quantity: 1 });
  if (!outcome.ok) return redirectWithFlash(context, "/wishlist", { kind: "error", text: outcome.message });
  await removeFromWishlist(writeDb, accountId, bookId);
  return redirectWithFlash(context, "/wishlist", {
    kind: "success",
    text: `Added "${outcome.title}" to your cart`,
  });
}

export default function Wishlist({ loaderData: { books } }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeading>Wishlist</PageHeading>
      {books.length === 0 ? (
        <EmptyState title="Your wishlist is empty">
          <p className="text-muted">Books you add to it from their pages wait here for you.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <div className="@container">
          <h2 className="sr-only">Books</h2>
          <ul className="grid grid-cols-1 gap-x-6 gap-y-10 @md:grid-cols-2 @2xl:grid-cols-3 @3xl:grid-cols-4">
            {books.map((book, index) => (
              <WishedBook key={book.id} book={book} priority={index === 0} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function WishedBook({ book, priority }: { book: Book; priority: boolean }) {
  return (
    <li>
      <BookCard book={book} priority={priority}>
        <Form
          method="post"
          action="/wishlist"
          preventScrollReset
          className="relative mt-1 flex flex-wrap gap-2 @md:w-full"
        >
          <input type="hidden" name="bookId" value={book.id} />
          <Button
            name="intent"
            value="move"
            variant="quiet"
            size="sm"
            disabled={book.stock === 0}
            className="flex-1"
          >
            {book.stock === 0 ? "Out of stock" : "Move to Cart"}
            <span className="sr-only">: {book.title}</span>
          </Button>
          <Button name="intent" value="remove" variant="plain" size="sm">
            Remove<span className="sr-only">: {book.title}</span>
          </Button>
        </Form>
      </BookCard>
    </li>
  );
}
