import { z } from "zod";
import { ALL_FILE_FORMATS } from "./exports";

const DAY = 10;

/** Of a call about a month or a range of days; `readPeriod` says what is wrong with it. */
export const periodFields = {
  month: z.string().max(DAY).optional().meta({ description: "E.g. 2026-11, instead of from and to." }),
  from: z.string().max(DAY).optional().meta({ description: "The first day in India, e.g. 2026-11-01." }),
  to: z.string().max(DAY).optional().meta({ description: "The last day; at most 400 days." }),
};

/** The query of a list as a file. */
export const accountFileQuery = z.object({
  ...periodFields,
  format: z.enum(ALL_FILE_FORMATS).default("csv"),
});
