import { findBookPath } from "~/domain/catalogue/books/book-address.server";
import { createCookie, data } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { listAlertBooks } from "~/domain/readers/waiting/stock-alerts.server";
import {
  addToWishlist,
  listWishlist,
  moveAllToCart,
  moveToCart,
  removeFromWishlist,
} from "~/domain/readers/wishlist/wishlist.server";
import { redirect } from "~/http/answers/redirect.server";
import { countAction } from "~/http/request/limits/customer-limits.server";
import { recentShelf } from "~/http/request/recent-shelf.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { CART_FULL } from "~/domain/sales/cart/cart";
import { moveRefused } from "~/domain/sales/cart/failures";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { getRequestSession } from "~/http/request/request-session.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { WishlistPage } from "~/ui/account/wishlist-page";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/wishlist";
import { readParam } from "~/domain/kit/search-params";
import { readHeader } from "~/http/request/headers.server";

const LATER_S = 30 * 60;

/**
 * The book that a guest wanted to add, kept until after the login. Signed, and set only by the guest's own POST: the GET
 * that completes it (`?resume=on`) cannot add a book that somebody else's link names, and works once.
 */
const laterCookie = createCookie(`${config.secureCookies ? "__Host-" : ""}wish`, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  secrets: [derivedSecret("wish cookie")],
});

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Wishlist") }, { name: "robots", content: "noindex" }];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  if (readParam(url.searchParams, "resume") === "on") throw await resume(context, request, account.id);
  const [books, waitedFor] = await Promise.all([
    listWishlist(readDb, account.id),
    listAlertBooks(readDb, account),
  ]);
  const recent = await recentShelf(
    request,
    books.map((book) => book.id),
  );
  return {
    books: await withYourPrices(context, books),
    waitedFor,
    recent: await withYourPrices(context, recent),
  };
}

async function resume(
  context: Route.LoaderArgs["context"],
  request: Request,
  accountId: number,
): Promise<Response> {
  const wantedId: unknown = await laterCookie.parse(readHeader(request, "cookie"));
  if (typeof wantedId !== "number") return redirect("/wishlist", 303);
  getRequestSession(context).setCookie(await laterCookie.serialize("", { maxAge: 0 }));
  return add(context, accountId, wantedId, (await findBookPath(readDb, wantedId)) ?? "/wishlist");
}

/** POST: intent add, remove or move (one copy into the cart) with bookId and redirectTo; or intent move-all alone. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === "move-all") return moveAll(context, requireCustomer(context, request).id);
  const bookId = parseId(form.get("bookId"));
  if (bookId === null) throw data("Book Not Found", { status: 404 });
  const session = getRequestSession(context);
  if (intent === "add" && !session.account) {
    session.setCookie(await laterCookie.serialize(bookId, { maxAge: LATER_S }));
    const loginPath = `/login?redirectTo=${encodeURIComponent("/wishlist?resume=on")}`;
    return redirectWithFlash(context, loginPath, {
      kind: "info",
      text: "Please login to keep a wishlist. We will add the book to it.",
      inPage: true,
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
  const limit = await countAction("wish", { account: { id: accountId }, ip: getRequestSession(context).ip });
  if (!limit.allowed) return redirectWithFlash(context, redirectTo, { kind: "error", text: limit.message });
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
  const outcome = await moveToCart(writeDb, accountId, bookId);
  return redirectWithFlash(
    context,
    "/wishlist",
    outcome.ok
      ? { kind: "success", text: `Added "${outcome.title}" to your cart`, link: VIEW_CART }
      : { kind: "error", text: moveRefused(outcome) },
  );
}

async function moveAll(context: Route.ActionArgs["context"], accountId: number) {
  const { moved, stayed, isCartFull } = await moveAllToCart(writeDb, accountId);
  const why = isCartFull ? `. ${CART_FULL}` : `; ${books(stayed)} cannot be added in more copies now`;
  const rest = stayed === 0 ? "" : why;
  return redirectWithFlash(
    context,
    "/wishlist",
    moved === 0
      ? {
          kind: "error",
          text: isCartFull ? CART_FULL : "Nothing on your wishlist could be added to your cart",
        }
      : { kind: "success", text: `Added ${books(moved)} to your cart${rest}`, link: VIEW_CART },
  );
}

const VIEW_CART = { to: "/cart", label: "View cart" };
const books = (count: number) => (count === 1 ? "1 book" : `${count} books`);

export default function Wishlist({ loaderData }: Route.ComponentProps) {
  return <WishlistPage {...loaderData} />;
}
