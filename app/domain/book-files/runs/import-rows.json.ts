import { z } from "zod";
import { pagingJson, pagingSchema } from "~/domain/kit/listing/paging.schema";
import type { PlanOutcome } from "../plan/plan";
import type { ImportRow } from "./import-run";

const OUTCOMES: [PlanOutcome, ...PlanOutcome[]] = ["added", "changed", "unchanged", "refused"];

const count = z
  .number()
  .int()
  .meta({ examples: [12] });

/** The query of GET /imports/{importId}/rows. */
export const importRowsSchema = z.object({
  page: pagingSchema(1).shape.page,
  outcome: z.enum(OUTCOMES).optional(),
});

const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
  .meta({ examples: ["₹250.00"] });

const importRowJson = z
  .object({
    row: count.meta({ description: "As spreadsheets count; else the place of the product or picture." }),
    reference: z
      .string()
      .nullable()
      .meta({ description: "What the sender calls it; of a picture its file.", examples: [null] }),
    title: z.string().meta({ examples: ["Godan"] }),
    outcome: z.enum(OUTCOMES),
    bookId: count.nullable(),
    changes: z
      .array(z.object({ field: z.string().meta({ examples: ["Price"] }), before: value, after: value }))
      .meta({
        description:
          "As the book's history shows them. Other editions: the books of the same work, by title and ISBN; a row adds some, and removes none.",
      }),
    problems: z.array(
      z.object({
        column: z.string().meta({ description: "Empty when it is the row's.", examples: ["MRP"] }),
        message: z.string().meta({ examples: ["Price must be a number"] }),
      }),
    ),
    warnings: z.array(z.string().meta({ examples: ["The book is already there"] })),
  })
  .meta({ id: "ImportRow" });

export const importRowsJson = z
  .object({ data: z.array(importRowJson), ...pagingJson })
  .meta({ id: "ImportRowPage" });

/** A row of a run's report. */
export const importRowToJson = ({
  row,
  reference,
  title,
  outcome,
  bookId,
  changes,
  problems,
  warnings,
}: ImportRow): z.input<typeof importRowJson> => ({
  row,
  reference,
  title,
  outcome,
  bookId,
  changes,
  problems,
  warnings,
});
