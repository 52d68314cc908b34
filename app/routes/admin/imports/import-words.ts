import { formatCount } from "~/domain/counts";
import { SHORTENED, type Shortened } from "~/domain/imports/mapping";
import type { NamedKind, PlanOutcome } from "~/domain/imports/plan/plan";
import type { ImportRun } from "~/domain/imports/runs/import-run";

/** @returns e.g. "1 book", "1,200 books" */
export const books = (count: number) => counted(count, "book", "books");
export const rows = (count: number) => counted(count, "row", "rows");

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

/** What staff call it: a file that is imported, or a change of many books. */
export const WORDS = {
  import: {
    it: "import",
    start: "Import",
    goOn: "Go On Importing",
    done: "Imported",
    undo: "Undo This Import",
    discard: "Discard Import",
    discards: "The file is deleted with its report. It has changed no book.",
    planning: "The file is being checked. Nothing is written to the catalogue.",
    importing: "The books are being imported. You can leave this page: it goes on by itself.",
    undoing: "The import is being undone. You can leave this page: it goes on by itself.",
    cancel: "Cancel the Import",
    newNames:
      "The shop does not have these yet; the import creates them. If one is only another spelling, correct it in the file and upload the file again.",
  },
  edit: {
    it: "change",
    start: "Change the Books",
    goOn: "Go On Changing",
    done: "Done",
    undo: "Undo This Change",
    discard: "Discard Change",
    discards: "The report is deleted. No book was changed.",
    planning: "The change is being worked out. Nothing is written to the catalogue.",
    importing: "The books are being changed. You can leave this page: it goes on by itself.",
    undoing: "The change is being undone. You can leave this page: it goes on by itself.",
    cancel: "Cancel the Change",
    newNames:
      "The shop does not have these yet; the change creates them. If one is only another spelling, discard the change and begin again.",
  },
} as const;

/** What the button 'Import' will do, in a sentence. */
export function whatItWillDo({ kind, counts }: Pick<ImportRun, "kind" | "counts">): string {
  const { added, changed, unchanged, refused } = counts;
  const does = [added > 0 && `adds ${books(added)}`, changed > 0 && `changes ${books(changed)}`].filter(
    Boolean,
  );
  const left = [
    unchanged > 0 && `${books(unchanged)} ${unchanged === 1 ? "stays as it is" : "stay as they are"}`,
    refused > 0 &&
      `${kind === "edit" ? books(refused) : rows(refused)} ${refused === 1 ? "is" : "are"} refused and left out`,
  ].filter(Boolean);
  const first = {
    import: does.length > 0 ? `The import ${does.join(" and ")}` : "The import has nothing to add or change",
    edit: changed > 0 ? `${books(changed)} will change` : "No book will change",
  }[kind];
  return [first, ...left].join("; ") + ".";
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
