import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { CODE_MINUTES } from "~/domain/people/accounts/mailed-codes";
import { findMailedCode, sendMailedCode } from "~/domain/people/accounts/mailed-codes.server";
import { isKnownDevice } from "../limits/login-limits.server";
import { readHeader } from "../headers.server";
import { mailSite } from "../mail-site.server";
import type { RequestSession } from "../request-session.server";
import { signedCookie } from "../signed-cookie.server";

/** What the browser that asked for a code keeps: the code is typed with it, and opens nothing alone. */
const codeCookie = signedCookie<string>(
  `${config.secureCookies ? "__Host-" : ""}mailedcode`,
  "mailed code cookie",
  {
    httpOnly: true,
    sameSite: "lax",
    path: "/",
    secure: config.secureCookies,
    maxAge: CODE_MINUTES * 60,
  },
);

/** Mails a code, and lets this browser type it. */
export async function askForCode(
  request: Request,
  session: RequestSession,
  asked: { email: string; remember: boolean },
): Promise<void> {
  const held = codeCookie.parse(readHeader(request, "cookie"));
  const isKnown = await isKnownDevice(request, asked.email);
  const token = await sendMailedCode(writeDb, { ...asked, isKnown, held }, await mailSite(session));
  session.setCookie(codeCookie.serialize(token));
}

/** The code that this browser may type; null when none was asked for, it was used, is too old, or typed wrong too often. */
export async function readMailedCode(
  request: Request,
): Promise<{ token: string; email: string; remember: boolean } | null> {
  const token = codeCookie.parse(readHeader(request, "cookie"));
  const asked = token && (await findMailedCode(readDb, token));
  return asked ? { ...asked, token } : null;
}

/** After the login. */
export function forgetMailedCode(session: RequestSession): void {
  session.setCookie(codeCookie.serialize("", { maxAge: 0 }));
}
