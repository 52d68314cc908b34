import {
  type MiddlewareFunction,
  type RouterContextProvider,
  createContext,
  createCookie,
} from "react-router";
import { config } from "~/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import {
  findVisitor,
  startSession,
  endSession,
  touchSession,
  type Account,
} from "~/domain/accounts/sessions.server";
import type { SignInMethod } from "~/domain/factors/factors";
import { storeProof } from "~/domain/factors/proof.server";
import { recordSignIn } from "~/domain/factors/sign-ins.server";
import type { CartOwner } from "~/domain/cart/cart";
import { cartCount, mergeGuestCart } from "~/domain/cart/cart.server";
import type { Flash, WaitingFlash } from "~/page-data/flash";
import { parseTheme, THEME_COOKIE, type Theme } from "~/page-data/theme";
import { randomToken } from "~/platform/tokens.server";
import { wishlistCount } from "~/domain/wishlist/wishlist.server";
import { type PageFacts, pageFacts } from "./page-facts.server";
import { addressKey, takeFromLimit } from "./rate-limit.server";
import { type RequestInfo, requestInfoContext, type StandIn } from "./request-info.server";
import { signedCookie } from "./signed-cookie.server";
import { readHeader } from "./headers.server";
import { STEP_COOKIE } from "./next-step.server";
import { FORGET_RECENT, noteRecent } from "./recent-books.server";

// `__Host-` binds the cookie to this host over TLS; a browser refuses it on plain http.
const prefix = config.secureCookies ? "__Host-" : "";
const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies } as const;

export const SESSION_COOKIE = `${prefix}kitab`;
const sessionCookie = signedCookie<string>(SESSION_COOKIE, "session cookie", cookieOptions);
const flashCookie = signedCookie<WaitingFlash[]>(`${prefix}flash`, "flash cookie", {
  ...cookieOptions,
  maxAge: 120,
});
const previewCookie = createCookie(`${prefix}preview`, cookieOptions);

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

  /** What the page at this path shows of its customer beside the frame; empty for guests. */
  async pageFacts(path: string): Promise<PageFacts> {
    if (this.#standIn) return this.#standIn.facts;
    return this.account ? pageFacts(readDb, this.account, path) : {};
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
      await writeDb.transaction().execute(async (trx) => {
        const isEnded = await endSession(trx, hash);
        if (isEnded && accountId !== undefined)
          await recordSignIn(trx, { accountId, event: "signed_out", userAgent: this.#userAgent });
      });
    }
    this.#sessionHash = null;
    this.account = null;
    this.#cookies.push(sessionCookie.serialize("", { maxAge: 0 }), FORGET_RECENT);
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
    const isPage = !(status >= 300 && status < 400) && status !== DATA_REDIRECT;
    const left = this.#isTaken && isPage ? [] : this.#shown;
    if (this.#pending.length > 0) {
      headers.append("Set-Cookie", flashCookie.serialize(newest([...left, ...this.#pending])));
    } else if (left.length < this.#shown.length) {
      headers.append("Set-Cookie", flashCookie.serialize([], { maxAge: 0 }));
    }
  }
}

/** The theme that the visitor chose; null: the system's. */
export function readTheme(request: Request): Theme | null {
  const cookies = readHeader(request, "cookie") ?? "";
  return parseTheme(new RegExp(`(?:^|;\\s*)${THEME_COOKIE}=(\\w+)`).exec(cookies)?.[1]);
}

const MOST_FLASHES = 5;
/** Signed and encoded, a cookie of this many bytes fits the 4 kB that browsers keep. */
const FLASH_BYTES = 2400;

/** The newest messages that fit the cookie. */
function newest(waiting: WaitingFlash[]): WaitingFlash[] {
  const kept = waiting.slice(-MOST_FLASHES);
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > FLASH_BYTES) kept.shift();
  return kept;
}

/** How React Router answers a client navigation that redirects. */
const DATA_REDIRECT = 202;

/**
 * For kept pages: the customer or guest with this session cookie.
 * @returns null when pages have to be rendered: for staff, for a session that is unknown or over or due to be prolonged
 */
export async function keptPageVisitor(
  cookieHeader: string,
): Promise<{ customer: Account } | { guestCopies: number } | null> {
  const id = sessionCookie.parse(cookieHeader);
  const found = id ? await findVisitor(readDb, id) : null;
  if (!found || found.isDueForTouch) return null;
  if (!found.account) return { guestCopies: await cartCount(readDb, { sessionHash: found.idHash }) };
  return found.account.role === "customer" ? { customer: found.account } : null;
}

/** Cookies that change a page of the store for one visitor alone: a waiting message, the preview, the next step. */
const ALONE = new Set([flashCookie.name, previewCookie.name, STEP_COOKIE]);

/** What kept pages read of the Cookie header. Other cookies change nothing on them. */
export interface KeptPageCookies {
  /** Of a guest or an account. */
  hasSession: boolean;
  theme: Theme | null;
}

/** @returns null when the page has to be rendered for this visitor alone, or the header is not a browser's */
export function keptPageCookies(header: string | null): KeptPageCookies | null {
  const found: KeptPageCookies = { hasSession: false, theme: null };
  if (!header) return found;
  for (const pair of header.split(";")) {
    const cut = pair.indexOf("=");
    const name = pair.slice(0, cut).trim();
    if (cut === -1 || ALONE.has(name)) return null;
    if (name === SESSION_COOKIE) {
      if (found.hasSession) return null;
      found.hasSession = true;
    } else if (name === THEME_COOKIE) {
      const theme = parseTheme(pair.slice(cut + 1).trim());
      if (!theme || found.theme) return null;
      found.theme = theme;
    }
  }
  return found;
}

const requestSessionContext = createContext<RequestSession>();

/** The session of this request, in any loader, action or middleware. */
export function getRequestSession(context: Readonly<RouterContextProvider>): RequestSession {
  return context.get(requestSessionContext);
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
