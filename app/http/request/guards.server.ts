import { type MiddlewareFunction, type RouterContextProvider, redirect } from "react-router";
import type { Account } from "~/domain/accounts/sessions.server";
import { keepForm } from "./kept-form.server";
import { safeRedirect } from "./safe-redirect";
import { getRequestSession } from "./request-session.server";
import { readParam } from "~/domain/search-params";

const USE_THE_DASHBOARD = "Admin users should use the admin dashboard";

/** Pages only for customers: an admin who opens one is told so (docs/specification.md §6.3). */
const CUSTOMERS_ONLY = /^\/(?:cart|checkout|orders|wishlist|account)(?:\/|$)/;

/**
 * The account that is logged in, customer or staff.
 * @param message what a guest is told on the login page
 * @throws a redirect for guests: to /login with the way back
 */
export function requireMember(
  context: Readonly<RouterContextProvider>,
  request: Request,
  message = "Please login to access this page",
): Account {
  const session = getRequestSession(context);
  if (session.account) return session.account;
  session.flash({ kind: "error", text: message });
  throw leave(`/login?redirectTo=${encodeURIComponent(wayBack(request))}`);
}

/**
 * The logged-in customer, for pages and actions that are only theirs (docs/specification.md §6.1).
 * @param message what a guest is told on the login page
 * @throws a redirect: guests to /login with the way back, admins to /admin
 */
export function requireCustomer(
  context: Readonly<RouterContextProvider>,
  request: Request,
  message?: string,
): Account {
  const account = requireMember(context, request, message);
  if (account.role === "admin") {
    getRequestSession(context).flash({ kind: "info", text: USE_THE_DASHBOARD });
    throw leave("/admin");
  }
  return account;
}

/** Redirects away from a guarded page; the header makes a client navigation reload the root's data (the message). */
function leave(to: string): Response {
  return redirect(to, { status: 303, headers: { "X-Remix-Revalidate": "yes" } });
}

/** The page to return to, without React Router's suffixes; after a form post, the form's page. */
function wayBack(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  return url.pathname.replace(/\/_?\.data$|\.data$/, "") + url.search;
}

/**
 * The logged-in member of staff.
 * @throws a redirect to / with a message, for customers (docs/specification.md §6.4); `adminGuard` stops guests before
 */
export function requireStaff(context: Readonly<RouterContextProvider>): Account {
  const session = getRequestSession(context);
  if (session.account?.role === "admin") return session.account;
  session.flash({
    kind: "error",
    text: session.account ? "You need admin privileges to access this page" : ADMINS_ONLY,
  });
  throw leave("/");
}

const ADMINS_ONLY = "You need to be logged in with admin credentials to access this page";

/**
 * Guards everything below /admin. A guest is sent to the login page and back afterwards; a form they sent is kept, since
 * a session can end while they type.
 */
export const adminGuard: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const session = getRequestSession(context);
  if (session.account) {
    requireStaff(context);
    return next();
  }
  session.flash({ kind: "error", text: ADMINS_ONLY });
  const to = wayBack(request);
  // Data requests of the pages are no pages to come back to.
  const isPage = !/^\/admin\/(?:choices|sidebar)(?:\/|\?|$)/.test(to);
  if (isPage && (await keepForm(context, request, to)))
    session.flash({ kind: "info", text: "What you typed is kept for an hour. Log in to go on with it" });
  throw leave(`/login?redirectTo=${encodeURIComponent(isPage ? to : "/admin")}`);
};

/**
 * A logged-in admin belongs in the back office, except while previewing the store (docs/product-decisions.md §1.24).
 */
export const adminsToBackOffice: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  const session = getRequestSession(context);
  if (session.account?.role !== "admin") return next();
  if (readParam(url.searchParams, "preview") === "on") {
    await session.setPreview(true);
    throw redirect(safeRedirect(previewed(url)), 303);
  }
  if (session.preview) return next();
  // Staff change their password too: on the same page in the back office.
  if (url.pathname === "/change-password") throw leave("/admin/change-password");
  if (CUSTOMERS_ONLY.test(url.pathname)) session.flash({ kind: "info", text: USE_THE_DASHBOARD });
  throw leave("/admin");
};

/** The requested page of the store, without the parameter that turned the preview on. */
function previewed(url: URL): string {
  const params = new URLSearchParams(url.searchParams);
  params.delete("preview");
  return url.pathname + (params.size > 0 ? `?${params}` : "");
}
