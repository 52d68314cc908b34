import { createHmac } from "node:crypto";
import { createContext, type RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { logger } from "~/platform/logger.server";
import { derivedSecret } from "~/platform/secrets/shop-secret.server";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";
import { textField } from "../forms/read-form.server";

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

/** When a form was shown, in milliseconds; null without a stamp that the shop has made. */
export const shownAt = (form: FormData): number | null => readStamp(textField(form, GUARD_FIELDS.shown));

/**
 * Who has sent a form that contains `SpamGuard`.
 * - `program`: it filled in the hidden field. It gets the form's usual answer, but nothing is done.
 * - `unknown`: the form has no stamp of the shop. It comes back with `NOT_OURS`, a stamp and what was typed. A stamp may be
 *   hours old, because pages are cached for guests.
 *
 * How quickly it was sent does not matter here: see `holdBack`. With FORM_TIMING=off, which a live shop refuses, no stamp is
 * asked for.
 */
export function readSender(context: Context, form: FormData): "person" | "program" | "unknown" {
  if (textField(form, GUARD_FIELDS.empty) !== "") {
    logger.info("a program filled in the hidden field of a form, which was ignored");
    return "program";
  }
  if (!config.formTiming) return "person";
  if (shownAt(form) === null) return "unknown";
  context.set(postedStamp, textField(form, GUARD_FIELDS.shown));
  return "person";
}
