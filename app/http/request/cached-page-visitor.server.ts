import { readDb } from "~/db/shop-database.server";
import { type Account, findVisitor } from "~/domain/people/accounts/sessions.server";
import { cartCount } from "~/domain/sales/cart/cart.server";
import { parseTheme, THEME_COOKIE, type Theme } from "~/page-data/theme";
import { STEP_COOKIE } from "./login/next-step.server";
import { flashCookie, previewCookie, SESSION_COOKIE, sessionCookie } from "./session-cookies.server";
import { stashedFormCookie } from "./stashed-form-cookie.server";

/**
 * For cached pages: the customer or guest with this session cookie.
 * @returns null when pages have to be rendered: for staff, for a session that is unknown or over or due to be prolonged
 */
export async function cachedPageVisitor(
  cookieHeader: string,
): Promise<{ customer: Account } | { guestCopies: number } | null> {
  const id = sessionCookie.parse(cookieHeader);
  const found = id ? await findVisitor(readDb, id) : null;
  if (!found || found.isDueForTouch) return null;
  if (!found.account) return { guestCopies: await cartCount(readDb, { sessionHash: found.idHash }) };
  return found.account.role === "customer" ? { customer: found.account } : null;
}

/** Cookies that change a page of the store for one visitor alone: a waiting message, the preview, the next step, a stashed form. */
const ALONE = new Set([flashCookie.name, previewCookie.name, STEP_COOKIE, stashedFormCookie.name]);

/** What cached pages read of the Cookie header. Other cookies change nothing on them. */
export interface CachedPageCookies {
  /** Of a guest or an account. */
  hasSession: boolean;
  theme: Theme | null;
}

/** @returns null when the page has to be rendered for this visitor alone, or the header is not a browser's */
export function cachedPageCookies(header: string | null): CachedPageCookies | null {
  const found: CachedPageCookies = { hasSession: false, theme: null };
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
