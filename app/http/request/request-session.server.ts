import { beside } from "~/db/writing/beside.server";
import { createContext, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { isDatabaseAway } from "~/db/database.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  findVisitor,
  startSession,
  endSession,
  touchSession,
  type Account,
} from "~/domain/people/accounts/sessions.server";
import type { SignInMethod } from "~/domain/people/factors/factors";
import { storeProof } from "~/domain/people/factors/proof.server";
import { recordSignIn } from "~/domain/people/factors/sign-ins.server";
import type { CartOwner } from "~/domain/sales/cart/cart";
import { cartCount, mergeGuestCart } from "~/domain/sales/cart/cart.server";
import type { Flash, WaitingFlash } from "~/page-data/flash";
import type { Theme } from "~/page-data/theme";
import { randomToken } from "~/platform/secrets/tokens.server";
import { wishlistCount } from "~/domain/readers/wishlist/wishlist.server";
import { type OwnOfBook, readOwnOfBook } from "./own-of-page.server";
import { addressKey, takeFromLimit } from "./limits/rate-limit.server";
import { type RequestInfo, requestInfoContext, type StandIn } from "./request-info.server";
import {
  flashCookie,
  newestThatFit,
  previewCookie,
  readTheme,
  sessionCookie,
} from "./session-cookies.server";
import { markOf } from "./forms/typed-by.server";
import { readHeader } from "./headers.server";
import { FORGET_CHOICE } from "./checkout-choice.server";
import { FORGET_PIN } from "./pin-cookie.server";
import { FORGET_RECENT, noteRecent } from "./recent-books.server";

/**
 * Who sends this request, and the cookies of its answer. Made once per request by `requestSessionMiddleware`; routes
 * change it (sign in, flash …) and the middleware writes the cookies at the end.
 */
export class RequestSession {
  account: Account | null = null;
  theme: Theme | null = null;
  preview = false;
  #sessionHash: string | null = null;
  #provedAt: string | null = null;
  #userAgent: string | null = null;
  #shown: WaitingFlash[] = [];
  #pending: WaitingFlash[] = [];
  #isTaken = false;
  #cookies: string[] = [];

  readonly requestId: string;
  readonly ip: string;
  readonly origin: string;
  readonly #info: RequestInfo;
  readonly #standIn: StandIn | undefined;

  constructor(info: RequestInfo) {
    this.#info = info;
    this.#standIn = info.standIn;
    this.account = info.standIn?.account ?? null;
    this.requestId = info.requestId;
    this.ip = info.ip;
    this.origin = info.origin;
  }

  /** For the inline scripts of this one answer. */
  get nonce(): string {
    return this.#info.nonce;
  }

  /** The owner of this visitor's cart; null when a guest has no session yet. */
  get cartOwner(): CartOwner | null {
    if (this.account) return { accountId: this.account.id };
    return this.#sessionHash ? { sessionHash: this.#sessionHash } : null;
  }

  /** Copies in the cart: the number of the badge. Staff have no cart. */
  async cartCount(): Promise<number> {
    if (this.#standIn) return this.#standIn.cartCount;
    return this.cartOwner && this.account?.role !== "admin" ? cartCount(readDb, this.cartOwner) : 0;
  }

  /** Books on the customer's wishlist, for the menu. */
  async wishlistCount(): Promise<number> {
    if (this.#standIn) return this.#standIn.wishlistCount;
    return this.account?.role === "customer" ? wishlistCount(readDb, this.account.id) : 0;
  }

  /** Says in forms for whom they are shown (typed-by.server.ts); "" for guests. */
  get mark(): string {
    return this.account && !this.isShared ? markOf(this.account.id) : "";
  }

  /** Whether this rendering is for many customers. */
  get isShared(): boolean {
    return Boolean(this.#standIn?.account);
  }

  /** What a book's page shows of its customer; null for guests. */
  async ownOfBook(bookId: number): Promise<OwnOfBook | null> {
    if (this.#standIn) return this.#standIn.ownOfBook;
    return this.account && readOwnOfBook(readDb, this.account, bookId);
  }

  /** The customer's name and address, for a form to write to the shop; null for others. Such a page is for one alone. */
  get sender(): { name: string; email: string } | null {
    if (this.isShared) this.#info.isForOne = true;
    if (this.isShared || this.account?.role !== "customer") return null;
    const { firstName, lastName, email } = this.account;
    return { name: `${firstName} ${lastName}`.trim(), email };
  }

  /** The SHA-256 of the session's id as stored; null without a session. */
  get sessionHash(): string | null {
    return this.#sessionHash;
  }

  /**
   * As `cartOwner`; a guest without a session gets one, so that it can own a cart.
   * @returns the limit's refusal when too many carts were begun from one address
   */
  async ensureCartOwner(): Promise<CartOwner | { retryAfterSeconds: number }> {
    const owner = this.cartOwner;
    if (owner) return owner;
    const count = await takeFromLimit("guest-cart", [addressKey(this.ip)]);
    if (!count.allowed) return count;
    await this.#begin(null, true);
    return { sessionHash: this.#sessionHash! };
  }

  /** When the account last proved itself in this session (ISO 8601). */
  get provedAt(): string | null {
    return this.#provedAt;
  }

  /** As the browser sent it. */
  get userAgent(): string | null {
    return this.#userAgent;
  }

  /** Stores that the account has just proved itself once more. */
  async prove(): Promise<void> {
    if (this.account && this.#sessionHash)
      await storeProof(writeDb, { accountId: this.account.id, sessionHash: this.#sessionHash });
  }

  /** A new session for the account; the guest's cart moves into the customer's and the old session ends. */
  async signIn(
    accountId: number,
    { remember, method }: { remember: boolean; method: SignInMethod },
  ): Promise<void> {
    const guest = this.account ? null : this.#sessionHash;
    const previous = this.#sessionHash;
    await this.#begin(accountId, remember, async (trx) => {
      if (guest) await mergeGuestCart(trx, guest, accountId);
      if (previous) await endSession(trx, previous);
      await recordSignIn(trx, { accountId, event: "signed_in", method, userAgent: this.#userAgent });
    });
  }

  async signOut(): Promise<void> {
    const [hash, accountId] = [this.#sessionHash, this.account?.id];
    if (hash) {
      await beside(writeDb, async (trx) => {
        const isEnded = await endSession(trx, hash);
        if (isEnded && accountId !== undefined)
          await recordSignIn(trx, { accountId, event: "signed_out", userAgent: this.#userAgent });
      });
    }
    this.#sessionHash = null;
    this.account = null;
    this.#cookies.push(sessionCookie.serialize("", { maxAge: 0 }), FORGET_RECENT, FORGET_PIN, FORGET_CHOICE);
    await this.setPreview(false);
  }

  /** Adds a message for the next page, shown once (docs/specification.md §8). */
  flash(message: Flash) {
    this.#pending.push({ ...message, id: randomToken(6) });
  }

  /** The messages that the previous request left. The root loader takes them once. */
  takeFlash(): WaitingFlash[] {
    if (this.#isTaken) return [];
    this.#isTaken = true;
    return this.#shown;
  }

  /** Lets a logged-in admin look at the store until 'Back to admin'. */
  async setPreview(on: boolean) {
    if (on === this.preview) return;
    this.preview = on;
    this.#cookies.push(await previewCookie.serialize(on ? "on" : "", on ? {} : { maxAge: 0 }));
  }

  /** When nothing can be written the page is still shown: the next visit prolongs the session. @returns seconds */
  async #prolong(session: Parameters<typeof touchSession>[1]): Promise<number | null | undefined> {
    try {
      return (await touchSession(writeDb, session)).maxAge;
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      return null;
    }
  }

  /** Remembers, in a cookie, that this browser has looked at a book; not while a page is rendered for many. */
  noteRecent(request: Request, bookId: number) {
    const cookie = this.#standIn || this.account?.role === "admin" ? null : noteRecent(request, bookId);
    if (cookie) this.setCookie(cookie);
  }

  setCookie(value: string) {
    this.#cookies.push(value);
  }

  async #begin(accountId: number | null, remember: boolean, alongside?: Parameters<typeof startSession>[2]) {
    const started = { accountId, remember, userAgent: this.#userAgent };
    const session = await startSession(writeDb, started, alongside);
    this.#sessionHash = session.idHash;
    this.#cookies.push(sessionCookie.serialize(session.id, session.maxAge ? { maxAge: session.maxAge } : {}));
  }

  async read(request: Request): Promise<void> {
    this.#userAgent = readHeader(request, "user-agent");
    const header = readHeader(request, "cookie");
    if (!header) return;
    this.theme = readTheme(request);
    const id = sessionCookie.parse(header);
    if (id) {
      const found = await findVisitor(readDb, id);
      if (found) {
        this.#sessionHash = found.idHash;
        this.account = found.account;
        this.#provedAt = found.provedAt;
        if (found.isDueForTouch) {
          const maxAge = await this.#prolong(found);
          if (maxAge) this.#cookies.push(sessionCookie.serialize(id, { maxAge }));
        }
      }
    }
    this.preview = header.includes(previewCookie.name) && (await previewCookie.parse(header)) === "on";
    this.#shown = flashCookie.parse(header) ?? [];
  }

  /**
   * Appends this request's Set-Cookie headers. Messages that were not taken stay for the next page, and so do those that
   * were taken by a page that redirects in the end.
   */
  writeTo(headers: Headers, status: number): void {
    for (const cookie of this.#cookies) headers.append("Set-Cookie", cookie);
    // Back must not show what the browser has stored: an order that was paid meanwhile as unpaid, a message once more.
    const hasMessage = this.#isTaken && this.#shown.length > 0;
    const isPrivatePage = headers.get("Cache-Control") === PRIVATE_PAGE && !headers.has("ETag");
    if (!this.#standIn && (this.account || hasMessage) && isPrivatePage)
      headers.set("Cache-Control", "private, no-store");
    const isPage = !(status >= 300 && status < 400) && status !== DATA_REDIRECT;
    const left = this.#isTaken && isPage ? [] : this.#shown;
    if (this.#pending.length > 0) {
      headers.append("Set-Cookie", flashCookie.serialize(newestThatFit([...left, ...this.#pending])));
    } else if (left.length < this.#shown.length) {
      headers.append("Set-Cookie", flashCookie.serialize([], { maxAge: 0 }));
    }
  }
}

/** Of a page that nobody else gets. */
export const PRIVATE_PAGE = "private, no-cache";

/** How React Router answers a client navigation that redirects. */
const DATA_REDIRECT = 202;

const requestSessionContext = createContext<RequestSession>();

/** The session of this request, in any loader, action or middleware. */
export function getRequestSession(context: Readonly<RouterContextProvider>): RequestSession {
  return context.get(requestSessionContext);
}

/** As `getRequestSession`; null when the request failed before its cookies were read. */
export function sessionOf(context: Readonly<RouterContextProvider>): RequestSession | null {
  try {
    return getRequestSession(context);
  } catch {
    return null;
  }
}

/** Reads the request's cookies once and writes those of the answer. */
export const requestSessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const info = context.get(requestInfoContext);
  const session = new RequestSession(info);
  await session.read(request);
  context.set(requestSessionContext, session);
  const response = await next();
  session.writeTo(response.headers, response.status);
  return response;
};
