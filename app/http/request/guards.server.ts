import { createContext, data, type MiddlewareFunction, type RouterContextProvider } from "react-router";
import { redirect } from "~/http/answers/redirect.server";
import { readDb } from "~/db/shop-database.server";
import { lacksRequiredFactor } from "~/domain/people/factors/factor-rules.server";
import { SET_UP_FIRST } from "~/domain/people/factors/factors";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { type Right, rightMissing } from "~/domain/kit/rights/rights";
import {
  canSendAny,
  formNeeds,
  hasRight,
  missingToSee,
  type Need,
  type Screen,
  SCREENS,
} from "~/domain/kit/rights/screens";
import { stashCustomersForm, stashForm } from "./stashed-form.server";
import { safeRedirect } from "./safe-redirect";
import { getRequestSession } from "./request-session.server";
import { readParam } from "~/domain/kit/search-params";

const SECURITY = "/admin/account/security";
const USE_THE_DASHBOARD = "Admin users should use the admin dashboard";

/** Pages only for customers: an admin who opens one is told so (docs/specification.md §6). */
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
  session.flash({ kind: "info", text: message, inPage: true });
  const page = pageToReturnTo(request);
  context.set(loginFirstContext, page);
  throw leave(`/login?redirectTo=${encodeURIComponent(page)}`);
}

/** The page that somebody without a session wanted to open or send a form to; "": none. */
const loginFirstContext = createContext("");

/** Stashes what a customer typed before they noticed that the session was over. */
export const stashTyped: MiddlewareFunction<Response> = async ({ context, request }, next) => {
  const response = await next();
  const page = context.get(loginFirstContext);
  if (page && (await stashCustomersForm(context, request, page)))
    getRequestSession(context).flash({ kind: "info", text: TYPED_IS_STASHED, inPage: true });
  return response;
};

/**
 * The logged-in customer, for pages and actions that are only theirs (docs/specification.md §6).
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
export function leave(to: string): Response {
  return redirect(to, { status: 303, headers: { "X-Remix-Revalidate": "yes" } });
}

/** The page to return to, without React Router's suffixes; after a form post, the form's page. */
export function pageToReturnTo(request: Request): string {
  const url = new URL(request.url);
  url.searchParams.delete("_routes");
  // React Router's own too: which of two routes with this path a form is sent to.
  if (readParam(url.searchParams, "index") === "") url.searchParams.delete("index");
  return url.pathname.replace(/\/_?\.data$|\.data$/, "") + url.search;
}

/**
 * The logged-in member of staff. Every loader of the back office calls it, so that a page which somebody may not see is
 * refused.
 * @throws 403 with a sentence on a page that the person may not see; a redirect to / with a message, for customers (docs/specification.md §6); `adminGuard` stops guests before
 */
export function requireStaff(context: Readonly<RouterContextProvider>): Account {
  const session = getRequestSession(context);
  if (session.account?.role === "admin") {
    const refusal = context.get(refusalContext);
    if (refusal !== null) throw data(refusal, { status: 403 });
    return session.account;
  }
  session.flash({
    kind: "error",
    text: session.account ? "You need admin privileges to access this page" : ADMINS_ONLY,
  });
  throw leave("/");
}

/** The screen of the back office that this request is for, with the rights that it needs. */
const screenContext = createContext<Screen>({ see: "everybody" });
/** Why the page of this request may not be seen. */
const refusalContext = createContext<string | null>(null);

/**
 * A member of staff with a right.
 * @throws 403 with a sentence for staff without the right; for others as `requireStaff`
 */
export function requireRight(context: Readonly<RouterContextProvider>, right: Right): Account {
  return requireNeed(context, right);
}

/**
 * A member of staff who may send this form of the present screen (domain/kit/rights/screens.ts), for screens whose forms need
 * different rights. The other screens need no call: `adminGuard` has checked them.
 * @param intent the form's `intent`, which need not be known
 * @throws 403 with a sentence for staff without the right; 400 for an unknown intent; for others as `requireStaff`
 */
export function requireFormRight(
  context: Readonly<RouterContextProvider>,
  intent: FormDataEntryValue | null,
): Account {
  const need = formNeeds(context.get(screenContext), typeof intent === "string" ? intent : null);
  if (need === null) throw data("Unknown intent", { status: 400 });
  return requireNeed(context, need);
}

function requireNeed(context: Readonly<RouterContextProvider>, need: Need): Account {
  const staff = requireStaff(context);
  if (hasRight(staff.rights, need)) return staff;
  throw data(need === "everybody" ? ADMINS_ONLY : rightMissing(need), { status: 403 });
}

/** Why somebody with these rights may not use a screen in this way; null: they may. */
function screenRefusal(screen: Screen | undefined, rights: readonly Right[], isRead: boolean): string | null {
  if (!screen) return "Nobody may use this page: its rights are not declared.";
  const missing = missingToSee(screen, rights);
  if (missing !== null) return missing === "everybody" ? ADMINS_ONLY : rightMissing(missing);
  if (isRead || canSendAny(screen, rights)) return null;
  const { send } = screen;
  const need = typeof send === "object" ? Object.values(send)[0] : send;
  return need && need !== "everybody" ? rightMissing(need) : "This page has no forms.";
}

/**
 * Lets staff pass to a screen that they may use. A refused form stops here. A refused page goes on to its loader, where
 * `requireStaff` throws: so the refusal is shown within the back office, whose own data has been read by then.
 */
const screenGuard: MiddlewareFunction<Response> = async ({ context, request, pattern }, next) => {
  const { rights } = requireStaff(context);
  // React Router leaves out the slash at the beginning.
  const screen = SCREENS[pattern.replace(/^\/?/, "/")];
  const isRead = request.method === "GET" || request.method === "HEAD";
  const refusal = screenRefusal(screen, rights, isRead);
  if (refusal === null) {
    context.set(screenContext, screen!);
    return next();
  }
  if (!isRead) throw data(refusal, { status: 403 });
  context.set(refusalContext, refusal);
  const response = await next();
  if (response.status === 403) return response;
  // The loader did not ask who is there: its answer goes nowhere.
  await response.body?.cancel();
  return new Response(refusal, { status: 403, headers: { "Content-Type": "text/plain; charset=utf-8" } });
};

/** What staff without the second factor that the owner asks for may open: to set it up. */
const BEFORE_THE_FACTOR = new Set([SECURITY, "/admin/prove", "/admin/change-password", "/admin/sidebar"]);

/** Leads staff without the second factor that the owner asks for to the page where they set it up. */
async function requireFactor({
  context,
  pattern,
}: Pick<Parameters<MiddlewareFunction<Response>>[0], "context" | "pattern">): Promise<void> {
  const { id } = requireStaff(context);
  if (BEFORE_THE_FACTOR.has(pattern.replace(/^\/?/, "/"))) return;
  if (!(await lacksRequiredFactor(readDb, id))) return;
  getRequestSession(context).flash({ kind: "info", text: SET_UP_FIRST });
  throw leave(SECURITY);
}

const TYPED_IS_STASHED = "What you typed is kept for an hour. Log in to go on with it";
const ADMINS_ONLY = "You need to be logged in with admin credentials to access this page";

/**
 * Guards everything below /admin, by the table of its screens. A guest is sent to the login page and back afterwards; a
 * form they sent is stashed, since a session can end while they type.
 */
export const adminGuard: MiddlewareFunction<Response> = async (args, next) => {
  const { context, request } = args;
  const session = getRequestSession(context);
  if (session.account) {
    await requireFactor(args);
    return screenGuard(args, next);
  }
  session.flash({ kind: "error", text: ADMINS_ONLY, inPage: true });
  const to = pageToReturnTo(request);
  // Data requests of the pages are no pages to come back to.
  const isPage = !/^\/admin\/(?:choices|sidebar|find\/suggest)(?:\/|\?|$)/.test(to);
  if (isPage && (await stashForm(context, request, to, { why: "session" })))
    session.flash({ kind: "info", text: TYPED_IS_STASHED, inPage: true });
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
  // An invitation is for somebody else: its page says so.
  if (session.preview || url.pathname === "/invitation") return next();
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
