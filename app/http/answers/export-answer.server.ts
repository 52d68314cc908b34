import { indianDate } from "~/domain/kit/dates";
import { EXPORT_FORMATS, type ExportFormat } from "~/domain/book-files/exports/exports";
import { downloadAnswer } from "./download-answer.server";

/** Exported books as a download, sent while they are read. @param given.content from `exportBooks` */
export function exportAnswer(given: {
  format: ExportFormat;
  content: AsyncIterable<string | Uint8Array>;
  requestId: string;
}): Response {
  const { format, content, requestId } = given;
  const { type, ending } = EXPORT_FORMATS[format];
  return downloadAnswer({ filename: `books-${indianDate(new Date())}.${ending}`, type, content, requestId });
}
