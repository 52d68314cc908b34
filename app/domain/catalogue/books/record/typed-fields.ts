import { z } from "zod";
import { parseId } from "~/domain/kit/ids";
import { asciiDigits } from "~/domain/kit/digits";
import { typedValue } from "~/domain/kit/typed-text";

// Rules for the fields of a book's form, which come as text from a form and as text or numbers from JSON.

/** Characters as people and the database count them, not UTF-16 units. */
export const characters = (text: string) => text.length - (text.match(SURROGATE_PAIRS)?.length ?? 0);

const SURROGATE_PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Control characters become spaces: SQLite's functions end a text at NUL. */
export const line = (text: string) => text.replace(/\p{Cc}+/gu, " ").trim();

/** Browsers send line ends as CRLF but count them as one. */
export const paragraphs = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** The maximum length of a number or date as typed. */
export const SHORT = 100;

/** A field that holds a number, a date or an id. */
export const typed = (error: string) => typedValue(SHORT, error, error).transform(asciiDigits);

/** Reports only the first problem of a field. */
export const firstProblem = (find: (text: string) => string | false) =>
  z.superRefine<string>((text, context) => {
    const message = find(text);
    if (message) context.addIssue({ code: "custom", message });
  });

/** The message of the specification, which allows `max` itself too (docs/product-decisions.md §1.11). */
export const tooLong = (label: string, max: number) => `${label} must be less than ${max} characters`;

/**
 * A schema of a text that must not be empty.
 * @param max in characters
 * @param clean is applied before both are checked
 */
export const requiredText = (label: string, max: number, clean: (text: string) => string) =>
  typedValue(max, tooLong(label, max), `${label} is required`)
    .transform(clean)
    .check(
      firstProblem(
        (text) => (!text && `${label} is required`) || (characters(text) > max && tooLong(label, max)),
      ),
    );

/**
 * A schema of a text that may be empty.
 * @param max in characters
 * @param clean is applied before it is checked
 */
export const optionalText = (label: string, max: number, clean: (text: string) => string) =>
  typedValue(max, tooLong(label, max), `${label} must be a text`)
    .transform(clean)
    .check(firstProblem((text) => characters(text) > max && tooLong(label, max)));

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i;

/** Reads a number as typed ("1,200", "₹99.50"). @returns NaN when it is not a number */
export const toNumber = (text: string) => {
  const bare = asciiDigits(text).replace(/[\s,₹]/g, "");
  return NUMBER.test(bare) ? Number(bare) : Number.NaN;
};

/** @returns 0 when it cannot be the id of a row */
export const toId = (value: string | number) => parseId(String(value)) ?? 0;

/** A schema of a chosen row's id. @param message when nothing, or nothing of the kind, was chosen */
export const oneOf = (message: string) =>
  typed(message)
    .transform(toId)
    .refine((id) => id >= 1, message);

/** How many authors, tags and so on a book can have. */
export const MOST_CHOSEN = 50;

export const MOST_SENT = 1000;

/**
 * Ids in the order chosen, without duplicates; an id that no row can have is 0. A form sends a single id as a text, not
 * as a list.
 * @param many the message for too many @param wrong the message for what is no id
 * @param problem what else is wrong with the ids
 */
export const chosenIds = (many: string, wrong: string, problem: (ids: number[]) => string | false) => {
  const id = z.union([z.string().max(SHORT), z.number()]);
  return z
    .union([z.array(id).max(MOST_SENT, many), id], { error: wrong })
    .nullish()
    .transform((value) => [
      ...new Set(
        [value ?? []]
          .flat()
          .filter((one) => one !== "")
          .map(toId),
      ),
    ])
    .check(
      z.superRefine<number[]>((ids, context) => {
        const message = problem(ids) || (ids.length > MOST_CHOSEN && many);
        if (message) context.addIssue({ code: "custom", message });
      }),
    );
};

/** At least one id. */
export const someOf = (required: string, many: string) =>
  chosenIds(many, required, (ids) => (ids.length === 0 || ids.includes(0)) && required);
