import { formatCount } from "~/domain/kit/counts";
import { SHORTENED, type Shortened } from "~/domain/book-files/mapping";
import type { NamedKind, PlanOutcome } from "~/domain/book-files/plan/plan";
import type { ImportRun } from "~/domain/book-files/runs/import-run";

/** What an import has written. @returns e.g. "1 book", "1,200 pictures" */
export const things = ({ kind }: Pick<ImportRun, "kind">, count: number) =>
  kind === "pictures" ? pictures(count) : books(count);

/** What stands in its report. @returns e.g. "1,200 rows" */
export const rows = (run: Pick<ImportRun, "kind">, count: number) =>
  run.kind === "import" ? counted(count, "row", "rows") : things(run, count);

export const books = (count: number) => counted(count, "book", "books");
export const pictures = (count: number) => counted(count, "picture", "pictures");

const counted = (count: number, one: string, many: string) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

export const OUTCOMES: Record<PlanOutcome, string> = {
  added: "Added",
  changed: "Changed",
  unchanged: "Unchanged",
  refused: "Refused",
};

/** @returns e.g. "12 added, 3 changed, 1 refused" */
export function countsInWords({ counts }: Pick<ImportRun, "counts">): string {
  const words = (Object.keys(OUTCOMES) as PlanOutcome[])
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${formatCount(counts[outcome])} ${OUTCOMES[outcome].toLowerCase()}`);
  return words.join(", ");
}

/** Of both kinds of files. */
const FILE = {
  it: "import",
  start: "Import",
  resume: "Go On Importing",
  done: "Imported",
  undo: "Undo This Import",
  undoing: "The import is being undone. You can leave this page: it goes on by itself.",
  discard: "Discard Import",
  cancel: "Cancel the Import",
} as const;

/** What staff call it: a file that is imported, a change of many books, or a ZIP of pictures. */
export const WORDS = {
  import: {
    ...FILE,
    discards: "The file is deleted with its report. It has changed no book.",
    planning: "The file is being checked. Nothing is written to the catalogue.",
    importing: "The books are being imported. You can leave this page: it goes on by itself.",
    report: "Row by row",
    undoes:
      "changed books get their former values, added ones are deleted, or hidden when somebody has ordered them. Books that have changed since are left as they are, and listed.",
    newNames:
      "The shop does not have these yet; the import creates them. If one is only another spelling, correct it in the file and upload the file again.",
  },
  edit: {
    it: "change",
    start: "Change the Books",
    resume: "Go On Changing",
    done: "Done",
    undo: "Undo This Change",
    discard: "Discard Change",
    discards: "The report is deleted. No book was changed.",
    planning: "The change is being worked out. Nothing is written to the catalogue.",
    importing: "The books are being changed. You can leave this page: it goes on by itself.",
    undoing: "The change is being undone. You can leave this page: it goes on by itself.",
    cancel: "Cancel the Change",
    report: "Book by book",
    undoes: "they get their former values. Books that have changed since are left as they are, and listed.",
    newNames:
      "The shop does not have these yet; the change creates them. If one is only another spelling, discard the change and begin again.",
  },
  pictures: {
    ...FILE,
    discards: "The file is deleted with its report. No book was changed.",
    planning: "The names of the pictures are being checked. Nothing is written to the catalogue.",
    importing: "The pictures are being added. You can leave this page: it goes on by itself.",
    report: "Picture by picture",
    undoes:
      "added ones are removed, replaced covers come back. Books whose cover was changed since are left as they are, and listed.",
    newNames: "",
  },
} as const;

/** What the button 'Import' will do, in a sentence. */
export function whatItWillDo({ kind, counts, mode }: Pick<ImportRun, "kind" | "counts" | "mode">): string {
  const { added, changed, unchanged, refused } = counts;
  const left = [
    unchanged > 0 && staysAsItIs({ kind, mode }, unchanged),
    refused > 0 && `${rows({ kind }, refused)} ${refused === 1 ? "is" : "are"} refused and left out`,
  ].filter(Boolean);
  return [FIRST[kind](added, changed), ...left].join("; ") + ".";
}

function staysAsItIs({ kind, mode }: Pick<ImportRun, "kind" | "mode">, count: number): string {
  const isOne = count === 1;
  if (kind !== "pictures") return `${books(count)} ${isOne ? "stays as it is" : "stay as they are"}`;
  const leftOut = `${pictures(count)} ${isOne ? "is" : "are"} left out, since the`;
  if (mode === "add_only")
    return `${leftOut} ${isOne ? "book has" : "books have"} a cover or the same picture`;
  return isOne ? `${leftOut} book has it already` : `${leftOut} books have them already`;
}

const FIRST: Record<ImportRun["kind"], (added: number, changed: number) => string> = {
  import: (added, changed) =>
    does("The import", [added > 0 && `adds ${books(added)}`, changed > 0 && `changes ${books(changed)}`]) ??
    "The import has nothing to add or change",
  edit: (_, changed) => (changed > 0 ? `${books(changed)} will change` : "No book will change"),
  pictures: (added, changed) =>
    does("The import", [
      added > 0 && `adds ${things({ kind: "pictures" }, added)}`,
      changed > 0 && `replaces ${counted(changed, "cover", "covers")}`,
    ]) ?? "The import has nothing to add",
};

function does(what: string, parts: (string | false)[]): string | null {
  const told = parts.filter(Boolean);
  return told.length > 0 ? `${what} ${told.join(" and ")}` : null;
}

/** Names of the shop's lists, in the plural. */
export const NAMED_KINDS: Record<NamedKind, string> = {
  author: "Authors",
  publisher: "Publishers",
  language: "Languages",
  series: "Series",
  tag: "Book Tags",
};

export const tooLongLabel = (kind: Shortened) =>
  `${SHORTENED[kind].label}, at most ${SHORTENED[kind].max} characters`;
