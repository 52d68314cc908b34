import { z } from "zod";
import { periodOfMonth } from "../period";

const MONTH = "A month is written as 2026-11";

/** Of which month: the query of the API's return. */
export const gstr1Query = z.object({
  month: z
    .string({ error: MONTH })
    .max(7, { error: MONTH, abort: true })
    .refine((month) => periodOfMonth(month) !== null, MONTH)
    .meta({ description: "In India’s days.", examples: ["2026-11"], maxLength: undefined }),
});

/** The formats of the file. */
export const GSTR1_FORMATS = {
  json: { label: "JSON for the portal", type: "application/json; charset=utf-8" },
  xlsx: {
    label: "Workbook",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
} as const;

export type Gstr1Format = keyof typeof GSTR1_FORMATS;

/** Narrows a text to a format. */
export const isGstr1Format = (text: string | null): text is Gstr1Format =>
  text !== null && Object.hasOwn(GSTR1_FORMATS, text);

/** What the audit log calls it. */
export const GSTR1_LIST = "GSTR-1";

/** @returns e.g. "GSTR1-27AAPFU0939F1ZV-112026.json" */
export const gstr1FileName = (gstin: string, month: string, format: Gstr1Format): string =>
  `GSTR1-${gstin}-${month.slice(5)}${month.slice(0, 4)}.${format}`;
