import type { RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { writeDb } from "~/db/shop-database.server";
import { TYPED_FIELDS } from "~/page-data/typed-by";
import { randomToken } from "~/platform/secrets/tokens.server";
import { type StashedForm, stashRow, takeRow, type WhyStashed } from "./stashed-form-rows.server";
import { addressKey, takeFromLimit } from "./limits/rate-limit.server";
import { readForm, textField } from "./forms/read-form.server";
import { signedCookie } from "./signed-cookie.server";
import { getRequestSession, type RequestSession } from "./request-session.server";
import { HOUR_S, stashedFormCookie } from "./stashed-form-cookie.server";
import { readMark } from "./forms/typed-by.server";
import { readHeader } from "./headers.server";

/**
 * A form that was sent after the session had ended, or that needs a proof first, is put aside ("stashed") for an hour, until the same
 * customer or member of staff logs in or proves themselves in the same browser. In the database, sealed and bounded, since
 * the next request may come to another process.
 */

const MOST_BYTES = 65_536;
/** A customer types no more into any form. */
const MOST_BYTES_OF_CUSTOMER = 16_384;
/** Of a field that is put aside for the next page. */
const MOST_CHARACTERS = 2_000;
/** Fields that are not put aside: secrets, and those that each page makes anew. */
const NOT_STASHED = /^(?:intent|key|typedBy|shown|topic|expected.*|__.*)$|password|passkey|secret|token/i;

const prefix = config.secureCookies ? "__Host-" : "";
const options = { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies } as const;
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
 * Puts aside the fields of a form that was sent to the back office. Leaves out pictures, and forms larger than 64 kB.
 * @param page of the form, e.g. "/admin/products?add=1" @param form when the request's body has been read already
 * @returns whether there was anything to put aside
 */
export async function stashForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
  { why, form }: { why: WhyStashed; form?: FormData },
): Promise<boolean> {
  const length = Number(readHeader(request, "content-length") ?? Number.NaN);
  if (request.method !== "POST" || !(length > 0 && length <= MOST_BYTES)) return false;
  const session = getRequestSession(context);
  if (!(await takeFromLimit("stashed-form", [addressKey(session.ip)])).allowed) return false;
  const fields = fieldsOf(form ?? (await readForm(request).catch(() => null)));
  if (!fields) return false;
  const staffId = session.account?.id ?? staffCookie.parse(readHeader(request, "cookie"));
  return stash(session, { page, fields, staffId, customerId: null, why });
}

/**
 * Puts aside the fields of a customer's form, for the account that it was shown to (`TypedBy`). A form that does not say so is
 * not put aside: another person may log in next.
 * @param page of the form, e.g. "/checkout?add=1"
 * @returns whether it was put aside
 */
export async function stashCustomersForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Promise<boolean> {
  const length = Number(readHeader(request, "content-length") ?? Number.NaN);
  if (request.method !== "POST" || !(length > 0 && length <= MOST_BYTES_OF_CUSTOMER)) return false;
  const session = getRequestSession(context);
  if (!(await takeFromLimit("stashed-form", [addressKey(session.ip)])).allowed) return false;
  const form = await readForm(request).catch(() => null);
  const customerId = form && readMark(textField(form, TYPED_FIELDS.by));
  const fields = fieldsOf(form);
  if (!fields || !customerId) return false;
  return stash(session, { page, fields, staffId: null, customerId, why: "login" });
}

/** Puts aside what a customer has typed on this page so far, for the page that comes next. */
export async function stashForNext(
  context: Readonly<RouterContextProvider>,
  page: string,
  fields: Record<string, string>,
): Promise<void> {
  const session = getRequestSession(context);
  const typed = Object.entries(fields).filter(([, text]) => text !== "");
  if (typed.length === 0 || !session.account) return;
  const lists = Object.fromEntries(typed.map(([name, text]) => [name, [text.slice(0, MOST_CHARACTERS)]]));
  await stash(session, { page, fields: lists, staffId: null, customerId: session.account.id, why: "next" });
}

async function stash(session: RequestSession, form: StashedForm): Promise<boolean> {
  const token = randomToken(24);
  const expires = new Date(Date.now() + HOUR_S * 1000);
  const isStashed = await stashRow(writeDb, token, form, { expires });
  if (isStashed) session.setCookie(await stashedFormCookie.serialize(token));
  return isStashed;
}

function fieldsOf(form: FormData | null): StashedForm["fields"] | null {
  const fields: StashedForm["fields"] = {};
  for (const [name, value] of form ?? []) {
    if (typeof value === "string" && !NOT_STASHED.test(name)) (fields[name] ??= []).push(value);
  }
  // Control characters, which no form has, become six times as long.
  const isSensible = JSON.stringify(fields).length <= 2 * MOST_BYTES;
  return Object.keys(fields).length > 0 && isSensible ? fields : null;
}

/**
 * The form put aside for this page, once; null when there is none.
 * @param page path and search of the page that is shown
 */
export async function takeStashedForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  page: string,
): Promise<Pick<StashedForm, "fields" | "why"> | null> {
  const token: unknown = await stashedFormCookie.parse(readHeader(request, "cookie"));
  if (typeof token !== "string") return null;
  const session = getRequestSession(context);
  const { stays, stashed } = await takeRow(writeDb, token, { page, accountId: session.account?.id ?? null });
  if (!stays) session.setCookie(await stashedFormCookie.serialize("", { maxAge: 0 }));
  return stashed;
}
