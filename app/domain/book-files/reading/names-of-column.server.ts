import { nameKey } from "../../catalogue/names/names";
import type { ImportedContributor } from "../imported-book";
import { ownText } from "../own-text.server";
import { languagesIn } from "./languages";
import { isSeveral, type ListWay, piecesOf, tagsOfPiece } from "./lists";
import { commasIn, peopleIn } from "./people";

/** What a column lists. */
export type ListKind = "people" | "tags" | "languages";

/** Different names that are counted, and cells with several that are looked at. */
const MOST_NAMES = 20_000;
const MOST_CELLS = 200;
const EXAMPLES = 3;

/** The ways that are shown of each kind. */
const WAYS: Record<ListKind, ListWay[]> = {
  people: ["split", "inverted", "whole"],
  tags: ["split", "split_and", "whole"],
  languages: ["split", "whole"],
};

/** What the lists of names in a column say. */
export class ListOfNames {
  #kind: ListKind;
  #commas = { people: 0, inverted: 0, unsure: 0, plain: 0 };
  /** Cells with several names, the first ones. */
  #several: string[] = [];
  /** Cells that were looked at: most names stand in many rows. */
  #seen = new Set<string>();
  /** Names of cells with one. */
  #single = new Set<string>();
  #whole = new Set<string>();
  #split = new Map<ListWay, Set<string>>();

  constructor(kind: ListKind) {
    this.#kind = kind;
    for (const way of WAYS[kind]) this.#split.set(way, new Set());
  }

  add(cell: string) {
    if (this.#seen.has(cell)) return;
    if (this.#seen.size < MOST_NAMES) this.#seen.add(ownText(cell));
    if (this.#kind === "people")
      for (const shape of commasIn(cell)) if (shape in this.#commas) this.#commas[shape as "plain"] += 1;
    const whole = this.#names(cell, "whole");
    if (!isSeveral(cell)) return count(this.#single, whole);
    count(this.#whole, whole);
    const ways = WAYS[this.#kind].map((way) => ({ way, names: this.#names(cell, way) }));
    for (const { way, names } of ways) count(this.#split.get(way)!, names);
    const isSplit = ways.some(({ names }) => names.join("\n") !== whole.join("\n"));
    if (isSplit && this.#several.length < MOST_CELLS) this.#several.push(ownText(cell));
  }

  /** Whether a cell can be read as several names, or one in another order. */
  get isSeveral(): boolean {
    return this.#several.length > 0;
  }

  /** What commas mean, when the column says it as a whole; undefined when they separate names. */
  decide(): ListWay | undefined {
    const { people, inverted, unsure, plain } = this.#commas;
    if (inverted + unsure === 0) return undefined;
    return people === 0 && plain === 0 && inverted > 0 ? "inverted" : "open";
  }

  /** Examples, those first that look least like names, and how many there are whole and split. */
  shown(way: string) {
    const cells = this.#several.toSorted((one, other) => this.#oddness(other) - this.#oddness(one));
    const examples = cells.slice(0, EXAMPLES).map((cell) => ({
      cell: cell.slice(0, 200),
      as: Object.fromEntries(
        WAYS[this.#kind].map((one) => [one, this.#names(cell, one).join(" · ").slice(0, 300)]),
      ),
    }));
    const split = this.#split.get(way === "open" || way === "whole" ? "split" : (way as ListWay))!;
    const [before, after] = [this.#whole, split].map((names) => new Set([...this.#single, ...names]).size);
    const isCounted = this.#seen.size < MOST_NAMES;
    return { examples, ...(isCounted && { whole: before!, split: after! }) };
  }

  #oddness(cell: string): number {
    return this.#names(cell, "split").filter((name) => !/\s/.test(name)).length;
  }

  #names(cell: string, way: ListWay): string[] {
    if (this.#kind === "people")
      return peopleIn(cell, "A01", way)
        .flatMap(flat)
        .map(({ name }) => name);
    if (way === "whole") return piecesOf(cell).map(({ text }) => text);
    if (this.#kind === "languages") return languagesIn(cell);
    return piecesOf(cell).flatMap(({ text, isQuoted }) => (isQuoted ? [text] : tagsOfPiece(text, way)));
  }
}

const flat = (person: ImportedContributor): ImportedContributor[] => person.parts ?? [person];

function count(counted: Set<string>, names: string[]) {
  for (const name of names) if (counted.size < MOST_NAMES) counted.add(ownText(nameKey(name)));
}
