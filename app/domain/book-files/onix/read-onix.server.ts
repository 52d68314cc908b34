import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { IMPORT_MAX, TOO_MANY_ROWS, UnreadableFile } from "../import-limits";
import { WRONG_LETTER, type XmlReader, xmlStream } from "../xml-stream.server";
import { type OnixElement, textIn } from "./element";
import { referenceName } from "./short-tags";

/** A product of a message, with what the message's header says about all of them. */
export interface OnixProduct {
  /** The place in the file, from 1. */
  number: number;
  product: OnixElement;
  header: OnixElement | undefined;
  /** A word with letters that are no UTF-8 and were read as Windows-1252. */
  doubtful?: string;
}

const NOT_ONIX =
  "This XML file is not an ONIX message. Of other shops and programs CSV or Excel files are read: export the books as one.";
/** @param release as the message says it; empty when it does not */
const old = (release: string) =>
  release
    ? `This is ONIX ${release}, which is not read. Ask the sender for ONIX 3.0 or 3.1: every sender of today has it.`
    : "This message does not say that it is ONIX 3.0 or 3.1. Ask the sender for one of these.";
const MAX_ELEMENTS = 20_000;

/**
 * The products of an ONIX 3.0 or 3.1 message, in reference or short tags, one by one, in constant memory.
 * @throws {UnreadableFile}
 */
export async function* onixProducts(file: string): AsyncGenerator<OnixProduct> {
  const encoding = await xmlEncoding(file);
  let count = 0;
  for await (const found of xmlStream(createReadStream(file), messageReader, encoding)) {
    if (++count > IMPORT_MAX.rows) throw new UnreadableFile(TOO_MANY_ROWS);
    yield found;
  }
}

function messageReader(found: OnixProduct[]): XmlReader {
  /** The elements that are open, from the product or the header inwards. */
  const opened: OnixElement[] = [];
  let [number, size, elements, isMessage] = [0, 0, 0, false];
  let header: OnixElement | undefined;
  let documentType = "";
  let hasWrongLetters = false;
  let doubtful: string | undefined;
  const place = () => {
    const reference = opened[0] && textIn(opened[0], "RecordReference");
    return reference ? `Product ${number} (${reference})` : `Product ${Math.max(number, 1)}`;
  };
  return {
    place,
    wrongLetter: () => void (hasWrongLetters = true),
    doctype: (text) => void (documentType = text),
    open(tag, attributes) {
      const name = opened.some(isText) ? tag.toLowerCase() : referenceName(tag);
      if (!isMessage) {
        checkMessage(name, attributes, documentType);
        isMessage = true;
        return;
      }
      const outer = opened.at(-1);
      if (!outer && name !== "Product" && name !== "Header") return;
      if (!outer) {
        [size, elements, doubtful] = [0, 0, undefined];
        if (name === "Product") number++;
      }
      if (++elements > MAX_ELEMENTS) throw new UnreadableFile(`${place()} has too many elements.`);
      const element: OnixElement = { name, attributes, text: "", content: [] };
      outer?.content.push(element);
      opened.push(element);
    },
    text(given) {
      const outer = opened.at(-1);
      if (!outer) return;
      const text = hasWrongLetters ? given.replaceAll(WRONG_LETTER, "") : given;
      if (text !== given)
        doubtful ??= new RegExp(String.raw`\S*${WRONG_LETTER}\S*`)
          .exec(given)![0]
          .replaceAll(WRONG_LETTER, "");
      size += text.length;
      if (size > IMPORT_MAX.row) throw new UnreadableFile(`${place()} is too long.`);
      outer.text += text;
      if (opened.some(isText)) outer.content.push(text);
    },
    close() {
      const closed = opened.pop();
      if (!closed || opened.length > 0) return;
      if (closed.name === "Header") header = closed;
      else found.push({ number, product: closed, header, ...(doubtful !== undefined && { doubtful }) });
    },
  };
}

/** Inside a `Text` are the elements of XHTML, whose names are no short tags. */
const isText = (element: OnixElement) => element.name === "Text";

function checkMessage(name: string, attributes: Record<string, string>, documentType: string) {
  // The short tag of before, with another capital.
  if (name.toLowerCase() !== "onixmessage") throw new UnreadableFile(NOT_ONIX);
  const namespace = Object.entries(attributes).find(([key]) => key.startsWith("xmlns"))?.[1] ?? "";
  const named = [namespace, documentType].map((text) => /\/onix\/([\d.]+)\//.exec(text)?.[1]);
  const release = attributes["release"] ?? named.find(Boolean) ?? "";
  if (!/^3\.[01]/.test(release)) throw new UnreadableFile(old(release.slice(0, 10)));
}

const ENCODINGS = ["utf-8", "utf-16le", "utf-16be", "windows-1252"];

/** By its byte order mark or its declaration (XML 1.0, appendix F). */
async function xmlEncoding(file: string): Promise<string> {
  const handle = await open(file);
  const head = Buffer.alloc(200);
  await handle.read(head, 0, head.length, 0).finally(() => handle.close());
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0x3c && head[1] === 0) return "utf-16le";
  if (head[0] === 0 && head[1] === 0x3c) return "utf-16be";
  const declared = /^[^<]*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head.toString("latin1"))?.[1];
  try {
    // ISO-8859-1 and ASCII are decoded as Windows-1252, as everywhere on the web.
    const { encoding } = new TextDecoder(declared ?? "utf-8");
    if (ENCODINGS.includes(encoding)) return encoding;
  } catch {
    // An unknown name.
  }
  throw new UnreadableFile(`The encoding ${declared} is not known. Save the file as UTF-8.`);
}
