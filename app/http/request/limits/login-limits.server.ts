import { createHmac } from "node:crypto";
import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { emailKey } from "~/domain/people/accounts/accounts.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";
import { readHeader } from "../headers.server";
import { addressKey, clearLimit, countTry } from "./rate-limit.server";

const HALF_A_YEAR = 180 * 24 * 3600;
/** A family's tablet has a few accounts; more would make the cookie too long. */
const ACCOUNTS_A_BROWSER = 4;

/** Holds a mark for each account that logged in on this browser. Signed, so that it cannot be forged. */
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
 * Counts a login before it is tried. Guessing at one account is limited from each address and from all addresses
 * together; so is everything that comes from one address. Browsers and apps that have logged in to the account before
 * have a limit of their own over all addresses (OWASP: device cookies). So strangers can lock out neither the owner nor
 * everybody behind one carrier's address. A mark counts for one account only.
 * @param known.deviceToken what an app was given when it logged in before
 * @param known.isSignedIn a logged-in account confirms its password
 * @returns whether it may be tried, and a function to call after a success: only failures add up
 */
export async function countLogin(
  request: Request,
  ip: string,
  username: string,
  { deviceToken, isSignedIn = false }: { deviceToken?: string | null; isSignedIn?: boolean } = {},
): ReturnType<typeof countTry> {
  const account = emailKey(username).slice(0, 254);
  const address = addressKey(ip);
  const isKnown = isSignedIn || isKnownApp(account, deviceToken) || (await isKnownDevice(request, account));
  return countTry(
    isKnown
      ? [
          ["login", `known|${address}|${account}`],
          ["login-known", account],
        ]
      : [
          ["login-address", address],
          ["login", `new|${address}|${account}`],
          ["login-account", account],
        ],
  );
}

/** The same for an app. @param deviceToken what it was given when it logged in before */
export const isKnownApp = (username: string, deviceToken: string | null | undefined): boolean =>
  deviceToken != null && equalInConstantTime(deviceToken, markOf(username));

/** With this an app is recognised at its next login to the account, as a browser is by its cookie. */
export const deviceTokenOf = (username: string): string => markOf(username);

/** After a password reset by mail: earlier failures of strangers no longer lock the owner out. */
export async function forgetFailures(ip: string, username: string): Promise<void> {
  const account = emailKey(username).slice(0, 254);
  for (const name of ["login-account", "login-known"] as const) await clearLimit(name, account);
  for (const kind of ["known", "new"]) await clearLimit("login", `${kind}|${addressKey(ip)}|${account}`);
}

/** Whether this browser has logged in to the account before. */
export const isKnownDevice = async (request: Request, username: string): Promise<boolean> =>
  (await marksOf(request)).includes(markOf(username));

/** After a login: marks this browser as one of the account's own. @returns the Set-Cookie value */
export async function rememberDevice(request: Request, username: string): Promise<string> {
  const mark = markOf(username);
  const others = (await marksOf(request)).filter((other) => other !== mark);
  return deviceCookie.serialize([mark, ...others].slice(0, ACCOUNTS_A_BROWSER));
}
