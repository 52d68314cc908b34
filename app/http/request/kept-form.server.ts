import { createCookie } from "react-router";
import { config } from "~/config.server";
import { writeDb } from "~/db/shop-database.server";
import { randomToken } from "~/platform/tokens.server";
import { type KeptForm, keepRow, takeRow, type WhyKept } from "./kept-form-rows.server";
import { addressKey, takeFromLimit } from "./rate-limit.server";
import { readForm } from "./read-form.server";
import { signedCookie } from "./signed-cookie.server";
import { getRequestSession, type RequestSession } from "./request-session.server";
import type { RouterContextProvider } from "react-router";
import { readHeader } from "./headers.server";

/**
 * A back-office form that was sent after the session had ended, or that needs a proof first, is kept for an hour, until
 * the same member of staff logs in or proves themselves in the same browser. In the database, sealed and bounded, since the
 * next request may come to another process.
 */

const HOUR_S = 3600;
const MOST_BYTES = 65_536;
/** Fields that are not kept: secrets, and those that each page makes anew. */
const NOT_KEPT = /^(?:intent|key|__.*)$|password|passkey|secret|token/i;

const prefix = config.secureCookies ? "__Host-" : "";
const options = { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies } as const;
const keptCookie = createCookie(`${prefix}kept-form`, { ...options, maxAge: HOUR_S });
/** The member of staff who last logged in here; outlives the session. */
const staffCookie = signedCookie<number>(`${prefix}staff`, "staff cookie", {
  ...options,
  maxAge: 30 * 24 * HOUR_S,
});

/** At login: forms typed in this browser from now on belong to this member of staff. */
export function rememberStaff(session: RequestSession, staffId: number): void {
  session.setCookie(staffCookie.serialize(staffId));
}

/**
 * Keeps the fields of a form that was sent to the back office. Leaves out pictures, and forms larger than 64 kB.
 * @param page of the form, e.g. "/admin/products?add=1" @param form when the request's body has been read already
 * @returns whether there was anything to keep
 */
export async function keepForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
  { why, form }: { why: WhyKept; form?: FormData },
): Promise<boolean> {
  const length = Number(readHeader(request, "content-length") ?? Number.NaN);
  if (request.method !== "POST" || !(length > 0 && length <= MOST_BYTES)) return false;
  const session = getRequestSession(context);
  if (!(await takeFromLimit("kept-form", [addressKey(session.ip)])).allowed) return false;
  const fields = fieldsOf(form ?? (await readForm(request).catch(() => null)));
  if (!fields) return false;
  const token = randomToken(24);
  const staffId = session.account?.id ?? staffCookie.parse(readHeader(request, "cookie"));
  const expires = new Date(Date.now() + HOUR_S * 1000);
  await keepRow(writeDb, token, { page, fields, staffId, why }, { expires });
  session.setCookie(await keptCookie.serialize(token));
  return true;
}

function fieldsOf(form: FormData | null): KeptForm["fields"] | null {
  const fields: KeptForm["fields"] = {};
  for (const [name, value] of form ?? []) {
    if (typeof value === "string" && !NOT_KEPT.test(name)) (fields[name] ??= []).push(value);
  }
  // Control characters, which no form has, become six times as long.
  const isSensible = JSON.stringify(fields).length <= 2 * MOST_BYTES;
  return Object.keys(fields).length > 0 && isSensible ? fields : null;
}

/**
 * The form kept for this page, once; null when there is none.
 * @param page path and search of the page that is shown
 */
export async function takeKeptForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Promise<Pick<KeptForm, "fields" | "why"> | null> {
  const token: unknown = await keptCookie.parse(readHeader(request, "cookie"));
  if (typeof token !== "string") return null;
  const session = getRequestSession(context);
  const { stays, kept } = await takeRow(writeDb, token, { page, accountId: session.account?.id ?? null });
  if (!stays) session.setCookie(await keptCookie.serialize("", { maxAge: 0 }));
  return kept;
}
