import { z } from "zod";
import { typedText } from "~/domain/kit/typed-text";
import { type MailKind, type Placeholder, placeholdersOf } from "./mail-kinds";

/** The shop's own lines of a mail: plain text, each line a paragraph; empty: none. */
export interface OwnLines {
  opening: string;
  closing: string;
}

/** By kind; a kind without own lines is left out. */
export type MailWords = Partial<Record<MailKind, OwnLines>>;

export const LINE_MAX = 500;

export const NO_LINES: OwnLines = { opening: "", closing: "" };

/** Anything in braces. */
const IN_BRACES = /\{([^{}]*)\}/g;

/** The text with each placeholder replaced by its value; unknown ones stay as they are. */
export const filled = (text: string, values: Partial<Record<Placeholder, string>>): string =>
  text.replace(IN_BRACES, (whole, name: string) => {
    const known = name.trim().toLowerCase();
    return Object.hasOwn(values, known) ? (values[known as Placeholder] ?? whole) : whole;
  });

/** "{first name}, {order} and {shop}" */
function inAList(names: readonly Placeholder[]): string {
  const shown = names.map((name) => `{${name}}`);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** What is wrong with the braces of a text; null: nothing. */
function bracesFault(text: string, kind: MailKind): string | null {
  const known = placeholdersOf(kind);
  for (const [whole, name] of text.matchAll(IN_BRACES)) {
    if (known.includes(name!.trim().toLowerCase() as Placeholder)) continue;
    return `This mail does not know ${whole}. It knows ${inAList(known)}.`;
  }
  return /[{}]/.test(text.replace(IN_BRACES, ""))
    ? `A brace is not closed or not opened. This mail knows ${inAList(known)}.`
    : null;
}

const line = (kind: MailKind, label: string) => {
  const tooLong = `${label} must be ${LINE_MAX} characters or less`;
  return typedText(LINE_MAX, tooLong)
    .default("")
    .transform((text) =>
      text
        .split(/\r\n?|[\n\u2028\u2029]/)
        .map((one) => one.replace(/[\p{Cc}\s]+/gu, " ").trim())
        .filter(Boolean)
        .join("\n"),
    )
    .superRefine((text, context) => {
      const fault = text.length > LINE_MAX ? tooLong : bracesFault(text, kind);
      if (fault) context.addIssue({ code: "custom", message: fault });
    });
};

/** The form of one kind's lines. */
export const mailWordsSchema = (kind: MailKind) =>
  z.object({ opening: line(kind, "The opening line"), closing: line(kind, "The closing line") });

/** The lines that the form showed. @returns null when they are missing or invalid */
export function parseShownLines(text: FormDataEntryValue | null): OwnLines | null {
  if (typeof text !== "string" || text.length > 4 * LINE_MAX * 6) return null;
  try {
    const line = z.string().max(LINE_MAX);
    return z.object({ opening: line, closing: line }).safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
