import { z } from "zod";
import { asciiDigits } from "./digits";

/**
 * The longest raw input that is accepted for a text of at most `max` characters. Leaves room for what cleaning
 * removes: surrounding spaces, line ends that browsers send as two characters, characters that JavaScript counts as
 * two.
 */
export const typedMax = (max: number): number => 2 * max + 1000;

/**
 * A text as typed, to be cleaned and then checked against its own limit. Far too long input is refused first, because
 * cleaning and comparing can take time quadratic in the length.
 * @param max of the cleaned text, in characters
 * @param tooLong the field's message for a text over its limit
 * @param missing the message when there is no text at all
 */
export const typedText = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(typedMax(max), { error: tooLong, abort: true });

const atMost = (label: string, max: number) => `${label} must be at most ${max} characters`;

/** A name or a line of an address without line breaks and control characters: on labels and lists each is one line. */
export const inOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/** One line of text. @param missing the message for an empty one; without it it can be empty */
export const typedLine = (label: string, max: number, missing?: string) =>
  typedText(max, atMost(label, max), missing)
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
    // Another schema of strings would find an empty text of a form missing, with a message of its own.
    .refine((text) => missing === undefined || text !== "", { error: missing })
    .refine((text) => text.length <= max, { error: atMost(label, max) });

/** Lines of text. @param missing the message for an empty one; without it it can be empty */
export const typedLines = (label: string, max: number, missing?: string) =>
  typedText(max, atMost(label, max), missing)
    // Browsers send line ends as two characters. SQLite's functions end a text at NUL.
    .transform((text) => text.replace(/\r\n?/g, "\n").replaceAll("\0", "").trim())
    .refine((text) => missing === undefined || text !== "", { error: missing })
    .refine((text) => text.length <= max, { error: atMost(label, max) });

/** Like `typedText`, for fields that JSON may also send as a number or null. A missing value becomes an empty text. */
export const typedValue = (max: number, tooLong: string, wrongType: string) =>
  z
    .union([z.string().max(typedMax(max), { error: tooLong, abort: true }), z.number(), z.null()], {
      error: wrongType,
    })
    .optional()
    .transform((value) => (value === undefined || value === null ? "" : String(value)));

/**
 * Like `typedText`, for everything that is a number or made of digits (an amount, a date, a postcode, a mobile): the one
 * place where the digits of every script are read.
 */
export const typedNumber = (max: number, tooLong: string, missing?: string) =>
  typedText(max, tooLong, missing).overwrite(asciiDigits);

/**
 * An email address whose domain has letters outside ASCII, as mail servers know it: "asha@exämple.com" becomes
 * "asha@xn--exmple-cua.com". Anything else stays as it is.
 */
export function mailAddress(typed: string): string {
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1);
  // oxlint-disable-next-line no-control-regex
  if (at < 1 || /^[\u0000-\u007f]*$/.test(domain) || /[\s/:?#\\[\]%]/.test(domain)) return typed;
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${typed.slice(0, at)}@${new URL(url).hostname}` : typed;
}

/** As zod's own, but its last part may also be one of a script other than Latin, such as .भारत ("xn--h2brj9c"). */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]+)$/;
