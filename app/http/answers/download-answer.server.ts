import { Readable } from "node:stream";
import { logger } from "~/platform/logger.server";
import { isClientGone } from "./client-gone";

/** A file as a download, sent while it is made. What fails then is logged, and the download breaks off. */
export function downloadAnswer(given: {
  filename: string;
  type: string;
  content: AsyncIterable<string | Uint8Array>;
  requestId: string;
}): Response {
  const { filename, type, content, requestId } = given;
  const file = Readable.from(bytesOf(content), { objectMode: false });
  file.on("error", (err) => {
    if (!isClientGone(err)) logger.error({ requestId, err }, `the file ${filename} failed`);
  });
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "private, no-store",
    },
  });
}

async function* bytesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of content) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}
