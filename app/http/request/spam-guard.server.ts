import { createHmac } from "node:crypto";
import { createContext, type RouterContextProvider } from "react-router";
import { config } from "~/config.server";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { logger } from "~/platform/logger.server";
import { derivedSecret } from "~/platform/shop-secret.server";
import { equalInConstantTime } from "~/platform/tokens.server";
import { textField } from "./read-form.server";

/** Nobody reads and fills in a form within this time. */
const QUICKEST_MS = 2000;
const SIGNATURE_LENGTH = 6;

type Context = Readonly<RouterContextProvider>;

const postedStamp = createContext<string | null>(null);

/** The time at which a form is shown, signed; as short as possible, since every page has one. */
export function makeStamp(now = Date.now()): string {
  const time = now.toString(36);
  return time + signature(time);
}

const signature = (time: string) =>
  createHmac("sha256", derivedSecret("form shown"))
    .update(time)
    .digest("base64url")
    .slice(0, SIGNATURE_LENGTH);

/** @returns the milliseconds; null when the shop has not made this stamp */
function readStamp(stamp: string): number | null {
  const time = stamp.slice(0, -SIGNATURE_LENGTH);
  if (!time || !equalInConstantTime(stamp.slice(time.length), signature(time))) return null;
  return Number.parseInt(time, 36);
}

/**
 * The stamp for this request's page. A refused form is shown with the stamp it came with, so that it can be sent again
 * at once.
 */
export const formStamp = (context: Context): string => context.get(postedStamp) ?? makeStamp();

/**
 * Who has sent a form that contains `SpamGuard`.
 * - `program`: it filled in the hidden field. It gets the form's usual answer, but nothing is done.
 * - `too-quick`: sent within two seconds, or without the shop's stamp. The form comes back with `SENT_TOO_QUICKLY` and
 *   with what was typed. The stamp may be hours old, because pages are kept for guests.
 *
 * With FORM_TIMING=off, which a live shop refuses, nobody is too quick.
 */
export function readSender(
  context: Context,
  form: FormData,
  now = Date.now(),
): "person" | "program" | "too-quick" {
  if (textField(form, GUARD_FIELDS.empty) !== "") {
    logger.info("a program filled in the hidden field of a form, which was ignored");
    return "program";
  }
  if (!config.formTiming) return "person";
  const stamp = textField(form, GUARD_FIELDS.shown);
  const shownAt = readStamp(stamp);
  if (shownAt === null) return "too-quick";
  context.set(postedStamp, stamp);
  return now - shownAt < QUICKEST_MS ? "too-quick" : "person";
}
