import { typedText } from "~/domain/kit/typed-text";

const tooLong = (label: string, max: number) => `${label} must be ${max} characters or less`;

const cleaned = (label: string, max: number, isRequired: boolean, clean: (text: string) => string) =>
  typedText(max, tooLong(label, max))
    .default("")
    .transform(clean)
    .refine((text) => !isRequired || text !== "", `${label} is required`)
    .refine((text) => [...text].length <= max, tooLong(label, max));

/** A text of one line, without control characters. @param isRequired false: may be empty */
export const lineOfText = (label: string, max: number, isRequired = false) =>
  cleaned(label, max, isRequired, (text) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim());

/** A text of several lines, without control characters but line ends. @param isRequired false: may be empty */
export const linesOfText = (label: string, max: number, isRequired = false) =>
  cleaned(label, max, isRequired, (text) =>
    text
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(/[^\P{Cc}\n]/gu, " ")
      .trim(),
  );

export const TARGET_MAX = 300;
export const TARGET_RULE =
  "must be an address of this shop that begins with /, such as /books, or one that begins with https://";

/** Whether a link may lead there: a path of this shop, or a page elsewhere by https. */
export function isTarget(text: string): boolean {
  // Browsers read //host and /\host as another site, and drop tabs and line ends within an address.
  if (/[\s\p{Cc}"<>\\^`{|}]/u.test(text)) return false;
  if (text.startsWith("/")) return !text.startsWith("//");
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url?.protocol === "https:" && url.hostname.includes(".") && url.username === "" && url.password === ""
  );
}

/** Where a link leads: a path of this shop, or an https address. @param isRequired false: may be empty */
export const linkTarget = (label: string, isRequired = false) =>
  lineOfText(label, TARGET_MAX, isRequired).refine(
    (text) => text === "" || isTarget(text),
    `${label} ${TARGET_RULE}`,
  );

/** A day as the browser's date field sends it; empty: none. */
export const DATES = { min: "2000-01-01", max: "2999-12-31" } as const;
