import { createHmac } from "node:crypto";
import { createCookie } from "react-router";
import { config } from "~/config.server";
import { emailKey } from "~/domain/accounts/accounts.server";
import { derivedSecret } from "~/platform/shop-secret.server";
import { equalInConstantTime } from "~/platform/tokens.server";
import { readHeader } from "./headers.server";
import {
  addressKey,
  clearLimit,
  giveBackToLimit,
  type LimitAnswer,
  takeFromLimit,
} from "./rate-limit.server";

const HALF_A_YEAR = 180 * 24 * 3600;
/** A family's tablet has a few accounts; more would only make the cookie long. */
const ACCOUNTS_A_BROWSER = 4;

/** Marks, for each account that signed in on this browser. Signed, so that nobody else can make one. */
const deviceCookie = createCookie(`${config.secureCookies ? "__Host-" : ""}device`, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  maxAge: HALF_A_YEAR,
  secrets: [derivedSecret("device cookie")],
});

const markOf = (username: string) =>
  createHmac("sha256", derivedSecret("device mark"))
    .update(emailKey(username))
    .digest("base64url")
    .slice(0, 22);

async function marksOf(request: Request): Promise<string[]> {
  const marks: unknown = await deviceCookie.parse(readHeader(request, "cookie"));
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
}

/**
 * Counts a sign-in before it is tried. Guessing at one account is limited from each address, and from all
 * addresses together; so is everything that comes from one address. Browsers and apps that have signed in to the account
 * before are not counted with strangers, so that nobody can lock its owner out, nor everybody behind one carrier's
 * address (OWASP: device cookies): they have a limit of their own over all addresses. Such a mark is good for one
 * account; at any other its holder is a stranger.
 * @param known.deviceToken what an app was given when it signed in before
 * @param known.isSignedIn the password is asked for once more, of somebody who is signed in
 * @returns when it may be tried, what to call after a success: only failures add up
 */
export async function countLogin(
  request: Request,
  ip: string,
  username: string,
  { deviceToken, isSignedIn = false }: { deviceToken?: string | null; isSignedIn?: boolean } = {},
): Promise<{ answer: LimitAnswer; giveBack: () => Promise<void> }> {
  const account = emailKey(username).slice(0, 254);
  const address = addressKey(ip);
  const mark = markOf(account);
  const isKnownApp = deviceToken != null && equalInConstantTime(deviceToken, mark);
  const isKnown = isSignedIn || isKnownApp || (await marksOf(request)).includes(mark);
  const counts = isKnown
    ? ([
        ["login", `known|${address}|${account}`],
        ["login-known", account],
      ] as const)
    : ([
        ["login-address", address],
        ["login", `new|${address}|${account}`],
        ["login-account", account],
      ] as const);

  let answer: LimitAnswer = { allowed: true };
  for (const [name, key] of counts) {
    answer = await takeFromLimit(name, [key]);
    if (!answer.allowed) break;
  }
  return {
    answer,
    giveBack: async () => {
      for (const [name, key] of counts) await giveBackToLimit(name, [key]);
    },
  };
}

/** By this an app is known at its next login to the account, as a browser is by its cookie. */
export const deviceTokenOf = (username: string): string => markOf(username);

/** After a password reset by mail: what strangers tried before does not keep the owner out. */
export async function forgetFailures(ip: string, username: string): Promise<void> {
  const account = emailKey(username).slice(0, 254);
  for (const name of ["login-account", "login-known"] as const) await clearLimit(name, account);
  for (const kind of ["known", "new"]) await clearLimit("login", `${kind}|${addressKey(ip)}|${account}`);
}

/** After a sign-in: this browser is one of the account's own. @returns the Set-Cookie value */
export async function rememberDevice(request: Request, username: string): Promise<string> {
  const mark = markOf(username);
  const others = (await marksOf(request)).filter((other) => other !== mark);
  return deviceCookie.serialize([mark, ...others].slice(0, ACCOUNTS_A_BROWSER));
}
