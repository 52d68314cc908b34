import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { periodFields } from "~/domain/accounting/exports/exports.schema";
import { cashDifferences } from "~/domain/accounting/settlements/cash-differences.server";
import { listDifferences } from "~/domain/accounting/settlements/differences.server";
import { rowsOfReport } from "~/domain/accounting/settlements/read-report.server";
import { readSettlements } from "~/domain/accounting/settlements/read-settlements.server";
import {
  differenceJson,
  differenceToJson,
  settlementJson,
  settlementToJson,
} from "~/domain/accounting/settlements/settlements.json.ts";
import { addSettlements, listSettlements } from "~/domain/accounting/settlements/settlements.server";
import { done, operation, refused, resultSchema } from "~/api/operation.server";
import { uploadedFilePart } from "~/api/parts";
import { askedPeriod } from "./account-files.server";

const tag = "Accounts";
const access = "staff";
const right = "sales";
const query = z.object(periodFields);
const PERIOD = "Of a month or of some days; without a period it is the current month.";

/** What payment services have paid out, compared with the shop's payments and refunds. */
export const settlementCalls = [
  operation({
    method: "GET",
    path: "/accounts/settlements",
    tag,
    summary: "Settlements of the payment service",
    description: `${PERIOD} The newest first, at most 400.`,
    access,
    right,
    query,
    answer: z.object({ settlements: z.array(settlementJson) }),
    async handle({ query: asked }) {
      const found = await listSettlements(readDb, askedPeriod(asked));
      return { settlements: found.map(settlementToJson) };
    },
  }),

  operation({
    method: "GET",
    path: "/accounts/settlements/differences",
    tag,
    summary: "What differs between settlements and the shop",
    description: `${PERIOD} \`cash\` is of carriers' lists of cash. At most 200 of a kind.`,
    access,
    right,
    query,
    answer: z.object({ settlements: z.array(differenceJson), cash: z.array(differenceJson) }),
    async handle({ query: asked }) {
      const period = askedPeriod(asked);
      const [settlements, cash] = await Promise.all([
        listDifferences(readDb, period),
        cashDifferences(readDb, period),
      ]);
      return { settlements: settlements.map(differenceToJson), cash: cash.map(differenceToJson) };
    },
  }),

  operation({
    method: "POST",
    path: "/accounts/settlements",
    tag,
    summary: "Upload a settlement report",
    description:
      "Razorpay's settlement recon report. It is stored whole or not at all; the same rows again change nothing.",
    access,
    right,
    multipart: "file",
    body: z.object({ file: uploadedFilePart("CSV or XLSX, at most 16 MB and 40,000 rows.") }),
    answer: resultSchema
      .extend({
        settlements: z.number().int().optional().meta({ description: "How many are new.", examples: [2] }),
        rows: z.number().int().optional().meta({ description: "How many are new.", examples: [40] }),
      })
      .meta({ id: "SettlementsUploaded" }), // oxfmt-ignore
    async handle({ body: { file }, caller: { account } }) {
      const no = (message: string) => refused(message, { file: [message] });
      const table = await rowsOfReport(file.path);
      if (!table.ok) return no(table.message);
      const read = readSettlements(table.rows);
      if (!read.ok) return no(read.message);
      const added = await addSettlements(writeDb, { ...read, staffId: account!.id });
      if (!added.ok) return no(added.message);
      return { ...done(added.message), settlements: added.settlements, rows: added.rows };
    },
  }),
];
