import { Readable } from "node:stream";
import { indianDate } from "~/domain/kit/dates";
import { EXPORT_FORMATS, type ExportFormat } from "~/domain/book-files/exports/exports";
import { logger } from "~/platform/logger.server";
import { isClientGone } from "./client-gone";

/** Exported books as a download, sent while they are read. @param given.content from `exportBooks` */
export function exportAnswer(given: {
  format: ExportFormat;
  content: AsyncIterable<string | Uint8Array>;
  requestId: string;
}): Response {
  const { format, content, requestId } = given;
  const { type, ending } = EXPORT_FORMATS[format];
  const file = Readable.from(bytesOf(content), { objectMode: false });
  file.on("error", (err) => {
    if (!isClientGone(err)) logger.error({ requestId, err }, "the export of books failed");
  });
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="books-${indianDate(new Date())}.${ending}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}
