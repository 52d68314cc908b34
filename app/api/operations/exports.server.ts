import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { exportBooks } from "~/domain/book-files/exports/export-books.server";
import { EXPORT_FORMATS, EXPORTED_LIST, listInWords } from "~/domain/book-files/exports/exports";
import { askedExport, exportQuery } from "~/domain/book-files/exports/exports.schema";
import { exportAnswer } from "~/http/answers/export-answer.server";
import { operation } from "~/api/operation.server";

/** The catalogue as files. */
export const bookExports = [
  operation({
    method: "GET",
    path: "/books/admin/export",
    tag: "Catalogue",
    summary: "Download books as a file",
    description:
      "All pages of a list of books, hidden ones too, as CSV, Excel workbook or ONIX 3.0 message. Each book names the other editions of its work by ISBN. Importing a CSV or an Excel file again changes nothing. The audit log says who downloaded what.",
    access: "staff",
    right: "catalogue",
    query: exportQuery,
    answer: z.string().meta({ format: "binary" }),
    fileTypes: Object.values(EXPORT_FORMATS).map(({ type }) => type.replace(/;.*/, "")),
    async handle({ query, caller: { account, session } }) {
      const { format, list } = askedExport(query);
      const { requestId, origin } = session;
      const filters = listInWords(format, list, null);
      await recordExport(writeDb, { staffId: account!.id, list: EXPORTED_LIST, filters });
      return exportAnswer({
        format,
        content: await exportBooks(readDb, { format, list, origin }),
        requestId,
      });
    },
  }),
];
