import { inflateSync } from "node:zlib";

/** The content of a PDF made by Typst. Only such PDFs can be read: objects and operators must be as Typst writes them. */
export interface PdfFacts {
  /** The text of each page. */
  pages: string[];
  /** The names of the embedded fonts, without the prefix of the subset, e.g. "NotoSans-Regular". */
  fonts: string[];
  /** The runs of text in one font, in their order in the file, as for copying and screen readers. */
  runs: string[];
  /** All runs joined without spaces; a run ends where the font changes or the line ends. */
  text: string;
  isArchival: boolean;
}

export function readPdf(bytes: Uint8Array): PdfFacts {
  const file = Buffer.from(bytes).toString("latin1");
  if (!file.startsWith("%PDF-1.7")) throw new Error("this is not a PDF");
  const objects = new Map<string, string>();
  for (const [, number, body] of file.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
    objects.set(number!, body!);
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\s/.test(body));
  const set = pages.map((page) => runsOf(streamOf(refOf(page, "Contents", objects)), fontsOf(page, objects)));
  const runs = set.flat();
  const names = [...file.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g)].map(([, name]) => name!);
  return {
    pages: set.map((page) => page.join("")),
    fonts: [...new Set(names)].sort(),
    runs,
    text: runs.join(""),
    isArchival: /pdfaid:part>2</.test(file) || [...objects.values()].some(isArchivalMetadata),
  };
}

function refOf(body: string, key: string, objects: Map<string, string>): string {
  const number = new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];
  return (number && objects.get(number)) || "";
}

function streamOf(body: string): string {
  const [start, dictionary] = /^([\s\S]*?)\sstream\r?\n/.exec(body) ?? [];
  if (start === undefined) return "";
  // By its length: the last byte of a compressed stream may be a line end, like the one that follows it.
  const length = Number(/\/Length (\d+)/.exec(dictionary!)![1]);
  const stream = body.slice(start.length, start.length + length);
  return dictionary!.includes("/FlateDecode")
    ? inflateSync(Buffer.from(stream, "latin1")).toString("latin1")
    : stream;
}

const isArchivalMetadata = (body: string) =>
  body.includes("/Type /Metadata") && /pdfaid:part>2</.test(streamOf(body));

/** The fonts of a page by name: a map from glyphs to characters. */
function fontsOf(page: string, objects: Map<string, string>): Map<string, Map<number, string>> {
  const resources = page.includes("/Font <<") ? page : refOf(page, "Resources", objects);
  const [, named = ""] = /\/Font <<([\s\S]*?)>>/.exec(resources) ?? [];
  const fonts = [...named.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, number]) => {
    const cmap = streamOf(refOf(objects.get(number!) ?? "", "ToUnicode", objects));
    const pairs = [...cmap.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]+)>$/gm)].map(
      ([, glyph, text]): [number, string] => [
        Number.parseInt(glyph!, 16),
        Buffer.from(text!, "hex").swap16().toString("utf16le"),
      ],
    );
    return [name!, new Map(pairs)] as const;
  });
  return new Map(fonts);
}

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** What is between the parentheses of a string. Two that belong together may stand in it as they are. */
const INNER = String.raw`(?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*`;
const STRING = new RegExp(String.raw`\((${INNER})\)`, "g");
const SHOWN = new RegExp(
  String.raw`\/(\w+) [\d.]+ Tf|\[((?:\(${INNER}\)|[^\]])*)\] TJ|(\(${INNER}\)) Tj`,
  "g",
);

function runsOf(content: string, fonts: Map<string, Map<number, string>>): string[] {
  let font: Map<number, string> | undefined;
  const runs: string[] = [];
  for (const [, name, several, single] of content.matchAll(SHOWN)) {
    if (name) font = fonts.get(name);
    const shown = several ?? single;
    if (shown === undefined) continue;
    const glyphs = [...shown.matchAll(STRING)].flatMap(([, string]) => bytesOf(string!));
    let run = "";
    for (let at = 0; at + 1 < glyphs.length; at += 2)
      run += font?.get(glyphs[at]! * 256 + glyphs[at + 1]!) ?? "";
    runs.push(run);
  }
  return runs;
}

/** The bytes of a PDF string, with its escapes decoded. */
function bytesOf(string: string): number[] {
  return [...string.matchAll(/\\([0-7]{1,3})|\\([\s\S])|([\s\S])/g)].map(([, octal, escaped, plain]) =>
    octal
      ? Number.parseInt(octal, 8)
      : escaped
        ? (ESCAPES[escaped] ?? escaped.charCodeAt(0))
        : plain!.charCodeAt(0),
  );
}
