import { SaxesParser, type SaxesTagPlain } from "saxes";
import { UnreadableFile } from "./import-limits";
import { utf8Text } from "./tables/utf8-text.server";

/** What happens in an XML file. Names are without namespace prefix. */
export interface XmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  close(name: string): void;
  /** The document type before the first element, e.g. 'ONIXMessage SYSTEM "…"'. */
  doctype?(text: string): void;
  /**
   * A byte in what follows is no UTF-8: the text has it as a letter of Windows-1252 with `WRONG_LETTER` behind. Without this
   * function such a file is refused.
   */
  wrongLetter?(): void;
  /** Where the reader is, for messages: e.g. "Row 12". */
  place(): string;
}

/** No character, and allowed in XML. */
export const WRONG_LETTER = "\uFDD0";

const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 100;
/** No text, comment or tag may be longer: the parser keeps it whole. In characters. */
const MAX_PIECE = 1_000_000;
const ENTITIES =
  "The file has entities of its own (such as &name;), which are not read. Have it written with the letters themselves.";

/**
 * Reads XML piece by piece, in constant memory, and yields what the reader has put into `found`. A document type is passed
 * over; one that defines anything, entities, and whatever is outside the file are not read.
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
  let hasDefinitions = false;
  parser.on("doctype", (text) => {
    sinceEvent = 0;
    hasDefinitions = text.includes("[");
    reader.doctype?.(text);
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
    // After the reader, which may have a better reason to refuse the file.
    if (hasDefinitions) throw new UnreadableFile(ENTITIES);
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
  if (encoding === "utf-8") {
    yield* utf8Text(bytes, () => {
      if (!reader.wrongLetter) throw notValid(reader, encoding);
      reader.wrongLetter();
      return WRONG_LETTER;
    });
    return;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? notValid(reader, encoding) : error;
  }
}

const notValid = (reader: XmlReader, encoding: string) =>
  new UnreadableFile(`${reader.place()}: the characters that follow are not valid ${encoding}.`);

const localName = (name: string) => name.slice(name.indexOf(":") + 1);
