import { z } from "zod";
import { formatCount } from "~/domain/kit/counts";

/** The signs that can stand between the cells of a CSV file, as people call them. */
export const SEPARATORS = {
  ",": "commas",
  ";": "semicolons",
  "\t": "tabs",
  "|": "vertical bars (|)",
} as const;
export type Separator = keyof typeof SEPARATORS;

export const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

const listed = new Intl.ListFormat("en-IN");

/** Rows above the headings that can be passed over. */
const MOST_HEADING_ROW = 1000;
/** Excel has at most 31 characters; of a longer name the rest is left out. */
export const SHEET_NAME_MAX = 100;

/** How a table lies in its file: found when it is uploaded, and read so from then on. */
export const layoutSchema = z.object({
  /** Of a workbook; null: a CSV file. */
  sheet: z.string().max(SHEET_NAME_MAX).nullable(),
  /** The visible sheets, with their rows that are not empty; null: not counted. */
  sheets: z.array(z.object({ name: z.string().max(SHEET_NAME_MAX), rows: z.number().nullable() })),
  /** As spreadsheets count; 0: the table has no row of headings. */
  headingRow: z.number().int().min(0),
  /** Of a CSV file. */
  separator: z.enum(Object.keys(SEPARATORS) as [Separator, ...Separator[]]).nullable(),
  encoding: z.enum(ENCODINGS).nullable(),
  /** The first line with a character of another encoding than the rest, and how many such characters there are. */
  damaged: z.object({ line: z.number(), count: z.number() }).nullable(),
});
export type Layout = z.output<typeof layoutSchema>;

/** What people say about where a table lies, in place of what is found. */
export const wantedLayoutSchema = z.object({
  sheet: z.string().max(SHEET_NAME_MAX, "The name of a sheet has at most 100 characters").optional(),
  headingRow: z
    .number({ error: "The row of the headings is a number" })
    .int("The row of the headings is a whole number")
    .min(0, "The row of the headings is a number from 1 on; 0 means that there is none")
    .max(MOST_HEADING_ROW, `The headings stand in one of the first ${formatCount(MOST_HEADING_ROW)} rows`)
    .optional(),
});
export interface WantedLayout {
  sheet?: string | undefined;
  /** null: to be found again. */
  headingRow?: number | null | undefined;
}

/** Rows of a sheet are counted up to here. */
export const MOST_COUNTED = 10_000;

/** @returns e.g. "324 rows", "10,000 rows or more" */
export function rowsOfSheet(rows: number | null): string {
  if (rows === null) return "not counted";
  if (rows >= MOST_COUNTED) return `${formatCount(MOST_COUNTED)} rows or more`;
  return rows === 1 ? "1 row" : `${formatCount(rows)} rows`;
}

/** How the file was read, in sentences; nothing of a CSV file in UTF-8 whose first row names the columns. */
export function layoutInWords({ sheet, headingRow, separator, encoding }: Layout): string {
  const parts = [
    sheet !== null && `the sheet "${sheet}"`,
    separator && `cells separated by ${SEPARATORS[separator]}`,
    encoding && encoding !== "utf-8" && `characters in ${ENCODING_NAMES[encoding]}`,
    headingRow === 0 ? "no row of headings" : `headings in row ${formatCount(headingRow)}`,
  ].filter((part) => part !== false && part !== null);
  return `Read: ${parts.join(", ")}.`;
}

const ENCODING_NAMES: Record<TextEncoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** What people should know about a file beside its rows, in sentences. */
export function layoutHints({ sheet, sheets, headingRow, damaged }: Layout): string[] {
  const hints: string[] = [];
  const others = sheets.filter(({ name, rows }) => name !== sheet && rows !== 0);
  if (others.length > 0)
    hints.push(
      `The workbook has other sheets, which are not read: ${listed.format(others.map(({ name, rows }) => `"${name}" (${rowsOfSheet(rows)})`))}. Choose another one, or upload the file once for each.`,
    );
  if (headingRow > 1) hints.push(`What stands above row ${formatCount(headingRow)} is not read.`);
  if (damaged)
    hints.push(
      `${damaged.count === 1 ? "A character" : `${formatCount(damaged.count)} characters`} from line ${formatCount(damaged.line)} on ${damaged.count === 1 ? "is" : "are"} not written like the rest, and ${damaged.count === 1 ? "was" : "were"} read as Windows-1252. Look whether the words there are right; else save the file as "CSV UTF-8" and upload it again.`,
    );
  return hints;
}
