import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { readHeader } from "../headers.server";

/** The address just registered, for the login form that follows. Not in the URL: it would stay in the browser's history. */
const hintCookie = createCookie(`${config.secureCookies ? "__Host-" : ""}username`, {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  secure: config.secureCookies,
  maxAge: 600,
});

/** @returns the Set-Cookie value */
export const giveUsernameHint = (email: string) => hintCookie.serialize(email);

/** For after the login, when the hint is no longer needed. @returns the Set-Cookie value */
export const dropUsernameHint = () => hintCookie.serialize("", { maxAge: 0 });

export async function readUsernameHint(request: Request): Promise<string | undefined> {
  const hint: unknown = await hintCookie.parse(readHeader(request, "cookie"));
  return typeof hint === "string" && hint ? hint : undefined;
}
