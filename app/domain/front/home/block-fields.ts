import { z } from "zod";
import { parseId } from "~/domain/kit/ids";
import { asciiDigits } from "~/domain/kit/digits";
import { lineOfText, linesOfText, linkTarget, TARGET_MAX } from "./text.schema";

/** How a field is filled in. The form of a block (ui/admin) has a control for each. */
type Control =
  | { control: "line" | "lines" | "markdown" | "target"; max: number }
  | { control: "number"; least: number; most: number }
  | { control: "select"; options: readonly (readonly [value: string, label: string])[] }
  | { control: "switch" | "tag" | "author" | "picture" }
  | { control: "books"; most: number };

/** A field of a block: its control in the form, and the schema that reads it there. */
export type BlockField<Value = unknown> = Control & {
  label: string;
  hint?: string;
  isRequired?: boolean;
  /** The field is only of use while the block's `source` has this value. */
  onlyFor?: string;
  schema: z.ZodType<Value, unknown>;
};

/** The most characters of a number, a switch or an id as sent, and the most ids that are read. */
const SHORT = 20;
const MOST_SENT = 100;

interface Options {
  hint?: string;
  isRequired?: boolean;
  onlyFor?: string;
}

/** A text of one line. @param max characters */
export const line = (label: string, max: number, options: Options = {}): BlockField<string> => ({
  control: "line",
  label,
  max,
  ...options,
  schema: lineOfText(label, max, options.isRequired),
});

/** A text of several lines. @param max characters */
export const lines = (label: string, max: number, options: Options = {}): BlockField<string> => ({
  control: "lines",
  label,
  max,
  ...options,
  schema: linesOfText(label, max, options.isRequired),
});

/** A text in Markdown. @param max characters */
export const markdown = (label: string, max: number, options: Options = {}): BlockField<string> => ({
  ...lines(label, max, options),
  control: "markdown",
  max,
});

/** Where a link leads. */
export const target = (label: string, options: Options = {}): BlockField<string> => ({
  control: "target",
  label,
  max: TARGET_MAX,
  ...options,
  schema: linkTarget(label, options.isRequired),
});

/** A number between two bounds, both included. */
export const wholeNumber = (
  label: string,
  least: number,
  most: number,
  options: Options = {},
): BlockField<number> => ({
  control: "number",
  label,
  least,
  most,
  ...options,
  schema: z
    .union([z.string().max(SHORT), z.number()])
    .default("")
    .transform((text, context) => {
      const number = asciiDigits(String(text)).trim();
      const value = /^\d{1,4}$/.test(number) ? Number(number) : NaN;
      if (value >= least && value <= most) return value;
      context.addIssue({
        code: "custom",
        message: `${label} must be a whole number from ${least} to ${most}`,
      });
      return z.NEVER;
    }),
});

/** One of some values, chosen from a list. */
export const choice = <Value extends string>(
  label: string,
  options: readonly (readonly [value: Value, label: string])[],
  more: Options = {},
): BlockField<Value> => ({
  control: "select",
  label,
  options,
  ...more,
  schema: z.enum(options.map(([value]) => value) as [Value, ...Value[]], {
    error: `Please choose: ${label}`,
  }),
});

/** A checkbox. */
export const flag = (label: string, options: Options = {}): BlockField<boolean> => ({
  control: "switch",
  label,
  ...options,
  schema: z
    .union([z.string().max(SHORT), z.boolean()])
    .optional()
    .transform((value) => value === true || value === "on"),
});

/** The id of one tag, author or picture; null: none. */
const oneOf = (
  control: "tag" | "author" | "picture",
  label: string,
  options: Options,
): BlockField<number | null> => ({
  control,
  label,
  ...options,
  schema: z
    .union([z.string().max(SHORT), z.number(), z.null()])
    .optional()
    .transform((value) => parseId(String(value ?? ""))),
});
/** The id of a category; null while none is chosen. */
export const tagChoice = (label: string, options: Options = {}) => oneOf("tag", label, options);
/** The id of an author; null while none is chosen. */
export const authorChoice = (label: string, options: Options = {}) => oneOf("author", label, options);
/** The id of an uploaded picture; null while none is chosen. */
export const pictureChoice = (label: string, options: Options = {}) => oneOf("picture", label, options);

/** The ids of books in an order. @param most of them */
export const bookPicks = (label: string, most: number, options: Options = {}): BlockField<number[]> => ({
  control: "books",
  label,
  most,
  ...options,
  schema: z
    .union([z.string().max(SHORT), z.array(z.union([z.string().max(SHORT), z.number()])).max(MOST_SENT)])
    .optional()
    .transform((given) => {
      const ids = [given ?? []].flat().map((id) => parseId(String(id)));
      return [...new Set(ids.filter((id) => id !== null))];
    })
    .refine((ids) => ids.length <= most, `At most ${most} books can be chosen`),
});
