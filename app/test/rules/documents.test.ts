import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");

const FOLDERS = [".ci", "app", "bench", "docs", "e2e", "migrations", "public", "scripts"];
const FILES = [
  ...readdirSync("."),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  ),
];
const DOCUMENTS = FILES.filter((file) => file.endsWith(".md"));
const SOURCES = FILES.filter((file) => /\.(?:[cm]?[jt]sx?|sql|css|json|typ|py)$|^Dockerfile$/.test(file));
const SCRIPTS = Object.keys((JSON.parse(read("package.json")) as { scripts: object }).scripts);
const THIS_FILE = "app/test/rules/documents.test.ts";
const WORDS = new Set(
  SOURCES.filter((file) => file !== THIS_FILE).flatMap((file) => read(file).match(/[\w$]+/g) ?? []),
);

/** Names in documents that belong to other programs. */
const OTHERS = new Set(["ipaddr.js", "POSTGRES_PASSWORD"]);

/** A path from the project's root, such as app/db/tables.ts or e2e/forms-*.spec.ts. */
const PATH = /(?<![\w/.-])(?:app|bench|docs|e2e|migrations|public|scripts)\/[\w.*/-]*\w/g;
/** What stands in backticks. */
const CODE = /`([^`\n]+)`/g;
const FILE_NAME = /^\w[\w./-]*\.(?:[cm]?[jt]sx?|sql|css|typ|py)$/;
const FUNCTION_OR_TYPE = /^(?:[a-z]+(?:[A-Z][a-z0-9]*)+|(?:[A-Z][a-z0-9]+){2,})(?=$|\()/;
const CONSTANT = /(?<![\w/$-])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\w-])/g;
/** "`name` (`app/x.ts`)" and "`name` in `app/x.ts`" */
const NAME_IN_FILE = /`([A-Za-z]\w+)`(?: \(| in )`((?:app|scripts|e2e)\/[\w./-]+\.\w+)`/g;
const LINK = /\]\(([^)\s]+)\)/g;

const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
const anchors = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading!));

function linkProblem(target: string, document: string): string | null {
  if (/^(?:https?:|mailto:|\/)/.test(target)) return null;
  const [file, anchor] = target.split("#") as [string, string?];
  const found = file ? path.join(path.dirname(document), file) : document;
  if (!existsSync(found)) return `no such file: ${target}`;
  return anchor && !anchors(read(found)).includes(anchor) ? `no such heading: ${target}` : null;
}

const exists = (file: string) => {
  const pattern = new RegExp(`^${file.replaceAll(".", "\\.").replaceAll("*", ".*")}`);
  return FILES.some((known) => pattern.test(known));
};
const isFileName = (name: string) =>
  OTHERS.has(name) || FILES.some((file) => file === name || file.endsWith(`/${name}`));

/** What a document names that is not there: files, headings, npm scripts, functions, constants, environment variables. */
function problemsIn(text: string, document: string): string[] {
  const code = [...text.matchAll(CODE)].map(([, inside]) => inside!);
  const files = [
    ...[...text.matchAll(PATH)].map(([file]) => file).filter((file) => !exists(file)),
    ...code.filter((name) => FILE_NAME.test(name) && !isFileName(name)),
  ];
  const scripts = [...text.matchAll(/\bnpm run ([\w:-]+)/g)]
    .map(([, name]) => name!)
    .filter((name) => !SCRIPTS.includes(name));
  // A variable of the shell is set and used in the document's own examples.
  const names = [
    ...code.flatMap((inside) => FUNCTION_OR_TYPE.exec(inside)?.[0] ?? []),
    ...(text.match(CONSTANT) ?? []),
  ].filter((name) => !WORDS.has(name) && !OTHERS.has(name) && !text.includes(`$${name}`));
  const moved = [...text.replaceAll("\n", " ").matchAll(NAME_IN_FILE)].filter(
    ([, name, file]) => existsSync(file!) && !new RegExp(`\\b${name}\\b`).test(read(file!)),
  );
  return [
    ...[...text.matchAll(LINK)].flatMap(([, target]) => linkProblem(target!, document) ?? []),
    ...files.map((file) => `no such file: ${file}`),
    ...scripts.map((name) => `no such script: npm run ${name}`),
    ...names.map((name) => `no such name: ${name}`),
    ...moved.map(([, name, file]) => `${name} is not in ${file}`),
  ];
}

describe("a document", () => {
  it("names only files, headings, scripts, functions and variables that there are", () => {
    expect(DOCUMENTS).toEqual(expect.arrayContaining(["README.md", "docs/architecture.md"]));
    expect(
      DOCUMENTS.flatMap((file) => problemsIn(read(file), file).map((problem) => `${file}: ${problem}`)),
    ).toEqual([]);
  });

  it.each([
    "[Start](operating.md#no-such-heading)",
    "[Start](no-such-page.md)",
    "see app/no-such-file.ts.",
    "e2e/no-such-*.spec.ts",
    "`no-such-file.server.ts`",
    "npm run no-such-script",
    "`noSuchFunction`",
    "`noSuchFunction()`",
    "NO_SUCH_VARIABLE=1",
    "`NoSuchType`",
    "`applyPayment` in `app/routes.ts`",
  ])("that says %j is reported", (text) => {
    expect(problemsIn(text, "docs/api.md")).toHaveLength(1);
  });

  it.each([
    "[Start](operating.md#configuration) [docs](../README.md) [other](https://example.com/x)",
    "`applyPayment` (`app/domain/sales/payments/apply-payment.server.ts`)",
    "`migrations/<time>_what.sql`, `e2e/forms-*.spec.ts`, npm run build, DATA_DIR, docs/decisions/0005",
  ])("may say %j", (text) => {
    expect(problemsIn(text, "docs/api.md")).toEqual([]);
  });
});
