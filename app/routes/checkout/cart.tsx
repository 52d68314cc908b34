import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import type { Cart, CartOwner, LineRef } from "~/domain/sales/cart/cart";
import { addToCart, readCart, removeItem, setQuantity } from "~/domain/sales/cart/cart.server";
import { type CartRequest, cartSchema } from "~/domain/sales/cart/cart.schema";
import { listSaved } from "~/domain/sales/cart/saved-items.server";
import { whyNoLine } from "~/domain/sales/cart/stale-line.server";
import { deliveryDate, deliveryLine, returnsLine } from "~/domain/sales/checkout/delivery";
import { type PinBox, pinAnswer } from "~/domain/sales/delivery/pin-answer";
import { type WantedPin, wantedPin } from "~/http/request/pin-cookie.server";
import type { Settings } from "~/domain/shop/settings/settings";
import { visibleTitle } from "~/domain/catalogue/books/books.server";
import { perDay } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { RECOMMENDED } from "~/domain/catalogue/books/lists/catalogue";
import { recommendBooks } from "~/domain/catalogue/books/lists/shelves/recommendations.server";
import { addRefused, DELETE_FAILED, QUANTITY_FAILED } from "~/domain/sales/cart/failures";
import { addFailed, CART_LOAD_FAILED } from "~/domain/kit/failures";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { redirect } from "~/http/answers/redirect.server";
import { recentShelf } from "~/http/request/recent-shelf.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { tooManyTries } from "~/http/request/limits/rate-limit.server";
import { safeRedirect } from "~/http/request/safe-redirect";
import { getRequestSession, type RequestSession } from "~/http/request/request-session.server";
import type { Flash } from "~/page-data/flash";
import { logger } from "~/platform/logger.server";
import { AlsoLike } from "~/ui/store/book/also-like";
import { RecentlyLookedAt } from "~/ui/store/book/recently-looked-at";
import { ButtonLink } from "~/ui/kit/button";
import { CartLineRow } from "~/ui/cart/cart-line";
import { CartBar, CartSummary } from "~/ui/cart/cart-summary";
import { Opening } from "~/ui/account/opening";
import { EmptyState } from "~/ui/kit/empty-state";
import type { FailureWords } from "~/ui/frame/navigation/failure-message";
import { Notice } from "~/ui/kit/notice";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { SavedItems } from "~/ui/cart/saved-items";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { Route } from "./+types/cart";
import * as coupon from "./coupon-action.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: pageTitle(matches, "Shopping Cart") },
    { name: "description", content: "The books in your cart, and what they come to." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const wanted = wantedPin(request, url, getRequestSession(context));
  const wish = wanted.pin === null ? undefined : { pin: wanted.pin };
  try {
    const [cart, settings, saved] = await Promise.all([
      readCart(readDb, { accountId: account.id }, new Date(), wish),
      readSettings(readDb),
      listSaved(readDb, account.id),
    ]);
    const inCart = cart.lines.map((line) => line.bookId);
    const bookIds = account.showRecommendations ? inCart : [];
    const [alsoLike, recent] = await Promise.all([
      // The same books are asked for again after each change of a quantity.
      perDay(readDb, `also like ${bookIds}`, () => recommendBooks(readDb, bookIds, RECOMMENDED.cart)),
      recentShelf(request, inCart),
    ]);
    return {
      cart,
      ...aboutDelivery(cart, settings, wanted),
      saved,
      alsoLike: await withYourPrices(context, alsoLike),
      recent: await withYourPrices(context, recent),
    };
  } catch (error) {
    logger.error({ err: error, requestId: getRequestSession(context).requestId }, "a cart could not be read");
    return data(
      { cart: null, delivery: "", pinBox: null, saved: [], alsoLike: [], recent: [] },
      { status: 503 },
    );
  }
}

/** By which day and for how much, by the settings or, with a delivery plan, for the place in the box. */
function aboutDelivery(
  { lines, totals, delivery: { quote, grams } }: Cart,
  settings: Settings,
  { pin, typed, problem }: WantedPin,
): { delivery: string; pinBox: PinBox | null } {
  if (grams === null) {
    const by = deliveryDate(settings, new Date(), lines);
    return { delivery: deliveryLine(settings, totals.subtotal, by, lines), pinBox: null };
  }
  const shown = problem ? typed : (pin ?? quote?.pin ?? "");
  return {
    delivery: returnsLine(settings),
    pinBox: { pin: shown, problem, lines: quote ? pinAnswer(quote) : [] },
  };
}

/** The action's headers: Retry-After, after too many unknown coupon codes or when nothing can be written. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export const handle: FailureWords = { failed: { update: QUANTITY_FAILED, remove: DELETE_FAILED } };

/** The message to show; null for none. */
type Message = Flash | null;

/** The cart's only action. Guests may add and, on the login page, remove; everything else needs a customer. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const parsed = cartSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) throw data("The cart could not read this request.", { status: 400 });
  const wanted = parsed.data;
  const session = getRequestSession(context);
  if (wanted.intent !== "add") {
    // On the login page a guest's cart is shown beside the form; books can be removed there.
    const guest = wanted.intent === "remove" && !session.account ? session.cartOwner : null;
    const owner = guest ?? { accountId: requireCustomer(context, request).id };
    if (wanted.intent === "apply-coupon") return coupon.apply(context, owner, wanted.code);
    if (wanted.intent === "remove-coupon") return coupon.remove(context, owner);
    const isRemoval = wanted.intent === "remove";
    const message = await attempt(
      request,
      () => (isRemoval ? remove(owner, wanted) : update(owner, wanted)),
      async () => (isRemoval ? DELETE_FAILED : QUANTITY_FAILED),
    );
    if (form.get("stay") === "on") return answerInPlace(session, message, message?.kind !== "error");
    const back = safeRedirect(form.get("redirectTo"), "/cart");
    return message ? redirectWithFlash(context, back, message) : redirect(back, 303);
  }
  const message = await attempt(
    request,
    () => add(session, wanted),
    async () => addFailed((await visibleTitle(readDb, wanted.bookId)) ?? "the book"),
  );
  if (form.get("stay") === "on") {
    const answer = message ?? { kind: "error", text: "Book Not Found" };
    return answerInPlace(session, answer, answer.kind === "success");
  }
  if (!message) throw data(null, { status: 404 });
  return redirectWithFlash(context, safeRedirect(form.get("redirectTo"), "/cart"), message);
}

/** For scripts: the page stays as it is; message and badge come with the root's data. */
function answerInPlace(session: RequestSession, message: Message, ok: boolean) {
  if (message) session.flash(message);
  return data({ ok, coupon: undefined });
}

/**
 * Runs `change`. When it fails (a full disk, a locked database), the shopper gets the message of
 * docs/specification.md §8: as a toast where scripts run, else as a page with status 503.
 */
async function attempt(
  request: Request,
  change: () => Promise<Message>,
  failureMessage: () => Promise<string>,
): Promise<Message> {
  try {
    return await change();
  } catch (error) {
    logger.error({ err: error }, "a cart could not be changed");
    const text = await failureMessage();
    if (new URL(request.url).pathname.endsWith(".data")) return { kind: "error", text };
    throw data(text, { status: 503, headers: { "Retry-After": "5" } });
  }
}

/** @returns null when there is no such book */
async function add(session: RequestSession, wanted: CartRequest & { intent: "add" }): Promise<Message> {
  if (session.account?.role === "admin") {
    return { kind: "info", text: "Admin users should use the admin dashboard" };
  }
  // A guest gets a session only for a book that exists.
  if (!session.cartOwner && (await visibleTitle(readDb, wanted.bookId)) === null) return null;
  const owner = await session.ensureCartOwner();
  if ("retryAfterSeconds" in owner) return { kind: "error", text: tooManyTries(owner.retryAfterSeconds) };
  const added = await addToCart(writeDb, owner, { bookId: wanted.bookId, quantity: wanted.quantity ?? 1 });
  if (!added.ok)
    return added.reason === "not_found"
      ? null
      : { kind: "error", text: addRefused(added.title, added.message) };
  const copies = wanted.quantity === 1 ? "1 copy" : `${wanted.quantity} copies`;
  const what = wanted.quantity === undefined ? `"${added.title}"` : `${copies} of "${added.title}"`;
  const link = { to: "/cart", label: "View cart" };
  return { kind: "success", text: `Added ${what} to your cart`, link };
}

/** @returns null when the request is ignored: a decrease at 1 */
async function update(owner: CartOwner, wanted: CartRequest & { intent: "update" }): Promise<Message> {
  const changed = await setQuantity(writeDb, owner, wanted);
  if (!changed.ok)
    return {
      kind: "error",
      text: "title" in changed ? `“${changed.title}”: ${changed.message}` : changed.message,
    };
  if (changed.quantity !== wanted.quantity) return null;
  return { kind: "success", text: "The cart item quantity updated!" };
}

async function remove(owner: CartOwner, line: LineRef): Promise<Message> {
  return (await removeItem(writeDb, owner, line))
    ? { kind: "success", text: "The cart item deleted!" }
    : { kind: "error", text: `${DELETE_FAILED} ${await whyNoLine(readDb, owner, line)}` };
}

export default function CartPage({ loaderData, actionData }: Route.ComponentProps) {
  const { cart, delivery, pinBox, saved, alsoLike, recent } = loaderData;
  return (
    <div className="page">
      <Opening>Shopping Cart</Opening>
      {cart === null ? (
        <Notice kind="error">{CART_LOAD_FAILED}</Notice>
      ) : cart.lines.length === 0 ? (
        <EmptyState title="Your cart is empty">
          <p className="text-muted">Books you add wait here until you buy them.</p>
          <ButtonLink to="/books">Browse Books</ButtonLink>
        </EmptyState>
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
          <ul className="cart-lines divide-line -mt-6 divide-y">
            {cart.lines.map((line, index) => (
              <CartLineRow key={line.itemId} line={line} priority={index < 2} />
            ))}
          </ul>
          <CartSummary cart={cart} delivery={delivery} pinBox={pinBox} refused={actionData?.coupon} />
        </div>
      )}
      <SavedItems items={saved} />
      <AlsoLike books={alsoLike} />
      <RecentlyLookedAt books={recent} />
      {cart ? <CartBar cart={cart} /> : null}
    </div>
  );
}
