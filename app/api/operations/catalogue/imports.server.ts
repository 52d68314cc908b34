import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { fetchesOf } from "~/domain/book-files/fetches/picture-fetches.server";
import { stopFetches } from "~/domain/book-files/fetches/stop-fetches.server";
import type { ImportRun, StepOutcome } from "~/domain/book-files/runs/import-run";
import { importById, importRows, mappingToBegin } from "~/domain/book-files/runs/import-runs.server";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import {
  type Actor,
  cancelImport,
  chooseLayout,
  planRun,
  requestImport,
  undoImport,
} from "~/domain/book-files/runs/import-steps.server";
import { importCheckSchema, withSent } from "~/domain/book-files/runs/import-check.schema";
import {
  importRowsJson,
  importRowsSchema,
  importRowToJson,
} from "~/domain/book-files/runs/import-rows.json.ts";
import { importJson, importToJson } from "~/domain/book-files/runs/imports.json.ts";
import {
  type Caller,
  done,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";
import { uploadedFilePart } from "~/api/parts";

const tag = "Imports";
const access = "staff";
const right = "catalogue";
const params = z.object({ importId: idParam });
const GONE = "There is no such import";
const refusals = { 404: `${GONE}.` };

const actorOf = ({ account }: Caller): Actor => ({
  id: account!.id,
  name: `${account!.firstName} ${account!.lastName}`.trim(),
});

/** @throws a 404 */
const importOf = async (id: number): Promise<ImportRun> => (await importById(readDb, id)) ?? notFound(GONE);

const answered = (outcome: StepOutcome, msg: string) => (outcome.ok ? done(msg) : refused(outcome.message));

/** A step of an import without a body. */
const step = (
  name: string,
  words: { summary: string; description: string; msg: string },
  take: (id: number, staff: Actor) => Promise<StepOutcome>,
) =>
  operation({
    method: "POST",
    path: `/imports/{importId}/${name}`,
    tag,
    summary: words.summary,
    description: words.description,
    access,
    right,
    refusals,
    params,
    answer: resultSchema,
    async handle({ params: { importId }, caller }) {
      await importOf(importId);
      return answered(await take(importId, actorOf(caller)), words.msg);
    },
  });

/** Books out of files: upload, check, import, undo. The work is done in the background. */
export const imports = [
  operation({
    method: "POST",
    path: "/imports",
    tag,
    summary: "Upload a file of books, or pictures of them",
    description: "Nothing is read into the catalogue yet: check the file next.",
    access,
    right,
    multipart: "file",
    body: z.object({
      file: uploadedFilePart(
        "CSV, XLSX, the product export of Shopify or WooCommerce, ONIX 3, or a ZIP of pictures named by ISBN or SKU; at most 256 MB.",
      ),
    }),
    answer: resultSchema
      .extend({
        importId: z
          .number()
          .int()
          .optional()
          .meta({ description: "Of the import.", examples: [3] }),
      })
      .meta({ id: "ImportUploaded" }),
    async handle({ body: { file }, caller }) {
      const created = await createImport(writeDb, {
        path: file.path,
        fileName: file.name,
        staff: actorOf(caller),
      });
      if (!created.ok) return refused(created.message, { file: [created.message] });
      return { ...done("Uploaded"), importId: created.id };
    },
  }),

  operation({
    method: "GET",
    path: "/imports/{importId}",
    tag,
    summary: "An import: how far it is, and its counts",
    access,
    right,
    refusals,
    params,
    answer: importJson,
    async handle({ params: { importId } }) {
      return importToJson(await importOf(importId), await fetchesOf(readDb, importId));
    },
  }),

  operation({
    method: "GET",
    path: "/imports/{importId}/rows",
    tag,
    summary: "The report of an import, row by row",
    description: "What the import would do, or has done; 50 rows on a page.",
    access,
    right,
    refusals,
    params,
    query: importRowsSchema,
    answer: importRowsJson,
    async handle({ params: { importId }, query: { page, outcome } }) {
      await importOf(importId);
      const { rows, count, pageCount } = await importRows(readDb, importId, { page: page + 1, outcome });
      return {
        data: page < pageCount ? rows.map(importRowToJson) : [],
        count,
        nextPage: page + 1 < pageCount ? page + 1 : null,
      };
    },
  }),

  operation({
    method: "POST",
    path: "/imports/{importId}/check",
    tag,
    summary: "Check the file of an import",
    description:
      "Says row by row what the import would do; the catalogue stays as it is. Ask for the import until its status is planned.",
    access,
    right,
    refusals,
    params,
    body: importCheckSchema,
    answer: resultSchema,
    async handle({ params: { importId }, body }) {
      await importOf(importId);
      const { sheet, headingRow } = body;
      if (sheet !== undefined || headingRow !== undefined) {
        const outcome = await chooseLayout(writeDb, importId, { sheet, headingRow });
        if (!outcome.ok) return refused(outcome.message);
      }
      const mapping = withSent(await mappingToBegin(writeDb, await importOf(importId)), body);
      return answered(
        await planRun(writeDb, importId, { mode: body.mode, mapping }),
        "The file is being checked",
      );
    },
  }),

  step(
    "import",
    {
      summary: "Import what was checked",
      description:
        "Adds and changes the books of the report. Goes on with an import that was cancelled or failed. Takes no body.",
      msg: "The books are being imported",
    },
    (id, staff) => requestImport(writeDb, id, staff),
  ),
  step(
    "cancel",
    {
      summary: "Cancel what runs",
      description:
        "Stops checking, importing or undoing after the present batch. What was written stays. Takes no body.",
      msg: "Cancelled",
    },
    (id, staff) => cancelImport(writeDb, id, staff),
  ),
  step(
    "undo",
    {
      summary: "Undo the last import",
      description: "Puts back every book of it that nobody has changed since. Takes no body.",
      msg: "The import is being undone",
    },
    (id, staff) => undoImport(writeDb, id, staff),
  ),
  step(
    "stop-fetching",
    {
      summary: "Stop fetching pictures",
      description:
        "Pictures whose addresses the file has, and which were not fetched yet, are not fetched. Those on their books stay. Takes no body.",
      msg: "The pictures are not fetched any more",
    },
    (id, staff) => stopFetches(writeDb, id, staff),
  ),
];
