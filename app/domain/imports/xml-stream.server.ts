import { SaxesParser, type SaxesTagPlain } from "saxes";
import { UnreadableFile } from "./import-limits";

/** What happens in an XML file. Names are without namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
  /** Where the reader is, for messages: e.g. "Row 12". */
  place(): string;
}

const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 100;
/** No text, comment or tag may be longer: the parser keeps it whole. In characters. */
const MAX_PIECE = 1_000_000;
/** A tag inside a start tag, e.g. for 'Row 3: the file is damaged'. */
const ENTITIES =
  "The file has a document type (DTD) or entities of its own, which are not read. Remove them and upload it again.";

/**
 * Reads XML piece by piece, in constant memory, and yields what the reader has put into `found`. Reads no document
 * type, no entities and nothing outside the file.
 * @param read called once with the list to put results into
 * @throws {UnreadableFile} with the reader's place
 */
export async function* xmlStream<Found>(
  bytes: AsyncIterable<Buffer>,
  read: (found: Found[]) => XmlReader,
  encoding = "utf-8",
): AsyncGenerator<Found> {
  const found: Found[] = [];
  const reader = read(found);
  const parser = new SaxesParser({ xmlns: false, position: true });
  let [depth, attributes, sinceEvent] = [0, 0, 0];
  parser.on("error", (error) => {
    const undefinedEntity = /entity/i.test(error.message);
    throw new UnreadableFile(
      undefinedEntity ? ENTITIES : `${reader.place()}: the file is damaged (line ${parser.line}).`,
    );
  });
  parser.on("doctype", () => {
    throw new UnreadableFile(ENTITIES);
  });
  parser.on("opentagstart", () => {
    sinceEvent = attributes = 0;
    if (++depth > MAX_DEPTH) throw new UnreadableFile(`${reader.place()}: elements are nested too deep.`);
  });
  parser.on("attribute", () => {
    if (++attributes > MAX_ATTRIBUTES)
      throw new UnreadableFile(`${reader.place()}: an element has too many attributes.`);
  });
  parser.on("opentag", (tag: SaxesTagPlain) => {
    sinceEvent = 0;
    reader.open(localName(tag.name), tag.attributes);
  });
  const text = (piece: string) => {
    sinceEvent = 0;
    reader.text(piece);
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("comment", () => void (sinceEvent = 0));
  parser.on("closetag", (tag: SaxesTagPlain) => {
    sinceEvent = 0;
    depth--;
    reader.close(localName(tag.name));
  });

  for await (const piece of decoded(bytes, encoding, reader)) {
    sinceEvent += piece.length;
    parser.write(piece);
    if (sinceEvent > MAX_PIECE) throw new UnreadableFile(`${reader.place()}: a text is too long.`);
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

async function* decoded(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
  reader: XmlReader,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Buffer) => {
    try {
      return decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      throw new UnreadableFile(`${reader.place()}: the characters that follow are not valid ${encoding}.`);
    }
  };
  for await (const piece of bytes) yield decode(piece);
  yield decode();
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
