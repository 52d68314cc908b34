import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { IMPORT_MAX, TOO_MANY_ROWS, UnreadableFile } from "../import-limits";
import { type XmlReader, xmlStream } from "../xml-stream.server";
import { type OnixElement, textIn } from "./element";
import { referenceName } from "./short-tags";

/** A product of a message, with what the message's header says about all of them. */
export interface OnixProduct {
  /** The place in the file, from 1. */
  number: number;
  product: OnixElement;
  header: OnixElement | undefined;
}

const NOT_ONIX = "This XML file is not an ONIX message.";
const OLD = "This message is not ONIX 3.0 or 3.1. Ask the sender for ONIX 3.0.";
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
  const place = () => {
    const reference = opened[0] && textIn(opened[0], "RecordReference");
    return reference ? `Product ${number} (${reference})` : `Product ${Math.max(number, 1)}`;
  };
  return {
    place,
    open(tag, attributes) {
      const name = opened.some(isText) ? tag.toLowerCase() : referenceName(tag);
      if (!isMessage) {
        checkMessage(name, attributes);
        isMessage = true;
        return;
      }
      const outer = opened.at(-1);
      if (!outer && name !== "Product" && name !== "Header") return;
      if (!outer) {
        [size, elements] = [0, 0];
        if (name === "Product") number++;
      }
      if (++elements > MAX_ELEMENTS) throw new UnreadableFile(`${place()} has too many elements.`);
      const element: OnixElement = { name, attributes, text: "", content: [] };
      outer?.content.push(element);
      opened.push(element);
    },
    text(text) {
      const outer = opened.at(-1);
      if (!outer) return;
      size += text.length;
      if (size > IMPORT_MAX.row) throw new UnreadableFile(`${place()} is too long.`);
      outer.text += text;
      if (opened.some(isText)) outer.content.push(text);
    },
    close() {
      const closed = opened.pop();
      if (!closed || opened.length > 0) return;
      if (closed.name === "Header") header = closed;
      else found.push({ number, product: closed, header });
    },
  };
}

/** Inside a `Text` are the elements of XHTML, whose names are no short tags. */
const isText = (element: OnixElement) => element.name === "Text";

function checkMessage(name: string, attributes: Record<string, string>) {
  if (name !== "ONIXMessage") throw new UnreadableFile(NOT_ONIX);
  const namespace = Object.entries(attributes).find(([key]) => key.startsWith("xmlns"))?.[1] ?? "";
  const release = attributes["release"] ?? /\/onix\/([\d.]+)\//.exec(namespace)?.[1];
  if (!/^3\.[01]/.test(release ?? "")) throw new UnreadableFile(OLD);
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
