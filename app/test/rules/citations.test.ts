import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const SPECIFICATION = "docs/specification.md";
const DECISIONS = "docs/product-decisions.md";

/** The numbers of a document's headings ("## 2. Screens", "### 2.6 Cart") and numbered table rows ("| 1.4 |"). */
function sectionsIn(text: string): string[] {
  return [...text.matchAll(/^(?:#{2,3} (\d+(?:\.\d+)*)\.? |\| (\d+\.\d+) \|)/gm)].map(
    ([, heading, row]) => (heading ?? row)!,
  );
}

const read = (file: string) => readFileSync(path.resolve(file), "utf8");

const SECTIONS: Record<string, Set<string>> = {
  [SPECIFICATION]: new Set(sectionsIn(read(SPECIFICATION))),
  [DECISIONS]: new Set(sectionsIn(read(DECISIONS))),
};
const RECORDS = readdirSync("docs/decisions");

/** The only form of a citation: the document's path and its sections, separated by commas. */
const CITATION = /(docs\/(?:specification|product-decisions)\.md) (§\d+(?:\.\d+)*(?:, §\d+(?:\.\d+)*)*)/g;
/** A record of docs/decisions/, by its number. */
const RECORD = /docs\/decisions\/(\d{4}[\w-]*)/g;
/** References to the two documents, or to sections of them, in another form. */
const OTHER_FORMS = [
  /§[^\s,;)]*/g,
  /\b(?:spec|specification|decisions|product-decisions)\.md\b/g,
  /\bspecification\b[^.;]{0,60}\bsections? \d/gi,
  /\bsections? \d[^.;]{0,40}\bspecification\b/gi,
];

/** The text with the lines of each comment joined, because a citation may be split over two lines. */
const joined = (text: string) => text.replace(/[ \t]*\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, " ");

/** @param own the document's own path, where §2.6 alone means a section of it; not given for sources */
function problemsIn(text: string, own?: string): string[] {
  const line = joined(text);
  const missing = [...line.matchAll(CITATION)].flatMap(([, document, numbers]) =>
    numbers!
      .split(", ")
      .filter((number) => !SECTIONS[document!]!.has(number.slice(1)))
      .map((number) => `no such section: ${document} ${number}`),
  );
  const records = [...line.matchAll(RECORD)].flatMap(([cited, name]) =>
    RECORDS.some((file) => file.startsWith(name!)) ? [] : [`no such record: ${cited}`],
  );
  const rest = line.replace(CITATION, "");
  if (own && SECTIONS[own]) {
    const inside = [...rest.matchAll(/§(\d+(?:\.\d+)*)/g)].flatMap(([cited, number]) =>
      SECTIONS[own]!.has(number!) ? [] : [`no such section: ${cited}`],
    );
    return [...missing, ...records, ...inside];
  }
  // Documents may refer to each other as a whole.
  const forms = own ? OTHER_FORMS.filter((form) => !form.source.includes("\\.md")) : OTHER_FORMS;
  const others = forms.flatMap((form) => rest.match(form) ?? []);
  return [...missing, ...records, ...others.map((other) => `cited in another form: ${other}`)];
}

function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => path.join(folder, file));
}

const THIS_FILE = "app/test/rules/citations.test.ts";
const SOURCES = [
  ...["app", "scripts", "e2e", "bench", "migrations"].flatMap((folder) =>
    filesBelow(folder, /\.(?:[cm]?[jt]sx?|css|sql|typ)$/),
  ),
  ...readdirSync(".").filter((file) => /\.ts$|^Dockerfile$/.test(file)),
].filter((file) => file !== THIS_FILE);
const DOCUMENTS = [
  ...filesBelow("docs", /\.md$/),
  ...readdirSync(".").filter((file) => file.endsWith(".md")),
];

const inSources = (file: string) => problemsIn(read(file)).map((problem) => `${file}: ${problem}`);
const inDocuments = (file: string) => problemsIn(read(file), file).map((problem) => `${file}: ${problem}`);

describe("a citation of the specification or of a decision", () => {
  it("in the sources names an existing section in the required form", () => {
    expect(SOURCES.filter((file) => read(file).includes(SPECIFICATION)).length).toBeGreaterThan(50);
    expect(SOURCES.flatMap(inSources)).toEqual([]);
  });

  it("in the documents names an existing section", () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining([SPECIFICATION, DECISIONS, "README.md"]));
    expect(DOCUMENTS.flatMap(inDocuments)).toEqual([]);
  });

  it.each([
    ["of a missing section", "(docs/specification.md §99.1)"],
    ["of a missing second section", "(docs/specification.md §2, §99)"],
    ["of a missing decision", "docs/product-decisions.md §3.99"],
    ["without a section", "see docs/specification.md"],
    ["in words", "specification section 8"],
    ["in words on two lines", "in the words of specification\n * section 8"],
    ["the other way round", "from sections 3 and 7 of the specification"],
    ["of another file's name", "(decisions.md, 'Stock')"],
    ["of a section alone", "as §2.6 has it"],
    ["of a missing record", "docs/decisions/9999"],
  ])("%s is reported", (_, text) => {
    expect(problemsIn(text)).toHaveLength(1);
  });

  it.each([
    "A line of the cart (docs/specification.md §2.6, §4.6).",
    "both (docs/specification.md §2.6, docs/product-decisions.md §1.4)",
    "in the words of docs/specification.md\n * §5.4: as a message",
    "DPDP Act 2023, section 12 (3)",
    "the specification's words",
    "docs/decisions/0010",
  ])("%j is accepted", (text) => {
    expect(problemsIn(text)).toEqual([]);
  });
});

describe.each([SPECIFICATION, DECISIONS])("%s", (document) => {
  it("numbers its sections in order, without duplicates", () => {
    const sections = sectionsIn(read(document));
    const sorted = sections.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
    expect(sections).toEqual(sorted);
    expect(new Set(sections).size).toBe(sections.length);
  });
});
