import { type PassThrough, Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file of a ZIP; its content is made while the ZIP is read. */
export interface ZipPart {
  name: string;
  content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** Level 3: half the time of the usual level, for a file that is a seventh larger. */
const COMPRESSION = 3;
/** The first day that a ZIP knows, in whatever time zone: the same content gives the same file. */
const NO_TIME = new Date(1980, 0, 1);

/**
 * A ZIP of these files, piece by piece, in constant memory; compressed off the event loop. What fails while a file is made
 * fails the reading, and who stops reading ends the making.
 */
export function zipStream(parts: Iterable<ZipPart>): AsyncIterable<Buffer> {
  const zip = new ZipFile();
  // yazl's types know less of it than it is.
  const output = zip.outputStream as PassThrough;
  const sources: Readable[] = [];
  output.on("close", () => sources.forEach((source) => source.destroy()));
  for (const { name, content } of parts) {
    const source = Readable.from(pieces(content), { objectMode: false });
    source.on("error", (error) => output.destroy(error));
    sources.push(source);
    const options = { mtime: NO_TIME, forceDosTimestamp: true, compressionLevel: COMPRESSION };
    zip.addReadStream(source, name, options);
  }
  zip.end();
  return output;
}

const PIECE = 65_536;

/** The same text in pieces of a size that are worth a thread's time; bytes as they come. */
async function* pieces(content: ZipPart["content"]): AsyncGenerator<Uint8Array> {
  let piece = "";
  for await (const part of content) {
    if (typeof part === "string") {
      piece += part;
      if (piece.length < PIECE) continue;
    }
    if (piece) yield Buffer.from(piece);
    piece = "";
    if (typeof part !== "string") yield part;
  }
  if (piece) yield Buffer.from(piece);
}
