import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { REMEMBERED_DAYS, UNFINISHED_MINUTES } from "~/domain/people/factors/factors";
import { isRememberedBrowser, rememberBrowser } from "~/domain/people/factors/remembered-devices.server";
import {
  endUnfinished,
  findUnfinished,
  keepUnfinished,
  type UnfinishedSignIn,
} from "~/domain/people/factors/unfinished-sign-ins.server";
import { readHeader } from "../headers.server";
import type { RequestSession } from "../request-session.server";
import { signedCookie } from "../signed-cookie.server";

const prefix = config.secureCookies ? "__Host-" : "";
const options = { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies } as const;

/** Holds a login whose second factor is missing: no session, it opens only the page that asks for the code. */
const unfinishedCookie = signedCookie<string>(`${prefix}unfinished`, "unfinished login", {
  ...options,
  maxAge: UNFINISHED_MINUTES * 60,
});

/** Tokens of the accounts whose second factor this browser need not show again: staff who share a computer have several. */
const rememberedCookie = createCookie(`${prefix}remembered`, {
  ...options,
  maxAge: REMEMBERED_DAYS * 24 * 3600,
});
const MOST_ACCOUNTS = 4;

async function rememberedTokens(request: Request): Promise<string[]> {
  const tokens: unknown = await rememberedCookie.parse(readHeader(request, "cookie"));
  if (!Array.isArray(tokens)) return [];
  return tokens.filter((token) => typeof token === "string").slice(0, MOST_ACCOUNTS);
}

/** Whether this browser's second factor is remembered for the account. */
export async function isRemembered(request: Request, accountId: number): Promise<boolean> {
  for (const token of await rememberedTokens(request))
    if (await isRememberedBrowser(writeDb, accountId, token)) return true;
  return false;
}

/** 'Remember this device for 30 days'. */
export async function rememberThisBrowser(
  request: Request,
  session: RequestSession,
  accountId: number,
): Promise<void> {
  const token = await rememberBrowser(writeDb, accountId, session.userAgent);
  const tokens = [token, ...(await rememberedTokens(request))].slice(0, MOST_ACCOUNTS);
  session.setCookie(await rememberedCookie.serialize(tokens));
}

/** Keeps a login whose password was right until the second factor follows. */
export async function beginSecondStep(
  session: RequestSession,
  login: { accountId: number; remember: boolean },
): Promise<void> {
  session.setCookie(unfinishedCookie.serialize(await keepUnfinished(writeDb, login)));
}

/** The login of this browser that waits for its second factor; null when there is none, or its ten minutes are over. */
export async function readSecondStep(
  request: Request,
): Promise<(UnfinishedSignIn & { token: string }) | null> {
  const token = unfinishedCookie.parse(readHeader(request, "cookie"));
  const login = token && (await findUnfinished(readDb, token));
  return login ? { ...login, token } : null;
}

/** Ends it, before the session begins. @returns false when another request was first */
export async function endSecondStep(session: RequestSession, token: string): Promise<boolean> {
  session.setCookie(unfinishedCookie.serialize("", { maxAge: 0 }));
  return endUnfinished(writeDb, token);
}
