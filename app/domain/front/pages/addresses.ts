/** The addresses of the shop's own pages and news: the last part of /about and /news/a-new-book. */

export const ADDRESS_MAX = 60;

/** Small letters and digits, in parts joined by hyphens. */
export const ADDRESS = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * First parts of the shop's other addresses, which a page cannot have. A test compares them with app/routes.ts, the
 * folders of public/ and the build. /authors, /publishers, /series and /languages are not among them: only what is below
 * them is the shop's.
 */
export const RESERVED_ADDRESSES: ReadonlySet<string> = new Set([
  "account",
  "admin",
  "api",
  "assets",
  "auth",
  "bestsellers",
  "books",
  "cart",
  "categories",
  "change-email",
  "change-password",
  "checkout",
  "complaints",
  "confirm-email",
  "confirm-order",
  "coverpages",
  "default-cover",
  "feeds",
  "forgot-password",
  "healthz",
  "icons",
  "index",
  "invitation",
  "login",
  "logout",
  "look",
  "news",
  "newsletter",
  "orders",
  "pay",
  "passkeys",
  "payments",
  "previews",
  "privacy",
  "quotation",
  "recent",
  "register",
  "resetpassword",
  "sandbox",
  "terms",
  "theme",
  "wishlist",
]);

/** An address made from a title: "Über uns & mehr" gives "uber-uns-mehr". Empty when no letter is Latin. */
export function addressFrom(title: string): string {
  return title
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, ADDRESS_MAX)
    .replace(/^-+|-+$/g, "");
}
