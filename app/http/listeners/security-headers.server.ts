import { config } from "~/process/config.server";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { formTargets } from "~/http/third-party/providers.server";

/** On every answer of the shop, except that files go without PAGE_HEADERS. */
export const SECURITY_HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  ...(config.secureCookies ? { "Strict-Transport-Security": "max-age=31536000; includeSubDomains" } : {}),
};

/** The only page that may be in a frame: the draft of the home page, beside its editor. */
export const PREVIEW_PATH = "/admin/appearance/preview";

/** Headers that only matter for a page, and the id that its error message names. */
export const PAGE_HEADERS = [
  "Referrer-Policy",
  "X-Frame-Options",
  "Cross-Origin-Opener-Policy",
  "Permissions-Policy",
  "X-Request-Id",
];

const PAYMENT_PAGES = ["/checkout/pay", "/pay", "/admin/opening/test-purchase/pay"];

/**
 * The page's Content-Security-Policy. The payment provider's script, frames and form target are allowed only on the
 * payment page.
 * @param nonce of this rendering's inline scripts and styles
 * @param scriptHashes of a cached page's inline scripts, in place of the nonce; styleHashes of its styles
 */
export function contentSecurityPolicy(page: {
  nonce: string;
  scriptHashes?: string[];
  styleHashes?: string[];
  path: string;
}): string {
  const payment = PAYMENT_PAGES.some((path) => page.path === path || page.path.startsWith(`${path}/`))
    ? shopGateway().origins.join(" ")
    : "";
  const nonce = `'nonce-${page.nonce}'`;
  return [
    "default-src 'self'",
    `script-src 'self' ${page.scriptHashes?.join(" ") ?? nonce} ${payment}`,
    `style-src 'self' ${page.styleHashes?.join(" ") ?? nonce}`,
    // A gateway's script styles its window with attributes.
    payment && "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${payment}`,
    `connect-src 'self' ${payment} ${import.meta.env.DEV ? "ws:" : ""}`,
    // The back office shows mails as their readers get them, and the draft of the home page; from the login page one gets
    // there without another document.
    `frame-src ${payment || (/^\/(?:admin|login)(?:\/|$)/.test(page.path) ? "'self'" : "'none'")}`,
    `form-action 'self' ${payment} ${formTargets}`,
    "object-src 'none'",
    "base-uri 'none'",
    `frame-ancestors ${page.path === PREVIEW_PATH ? "'self'" : "'none'"}`,
  ]
    .filter(Boolean)
    .map((directive) => directive.trim().replace(/\s+/g, " "))
    .join("; ");
}
