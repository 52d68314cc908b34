import { expect, test } from "vitest";
import type { Match } from "../search/match";
import { fts5 } from "../sqlite/fts5";
import { tsquery } from "./tsquery";

const gora: Match = { token: "gora", columns: ["title", "names"], isOpen: true };
const river: Match = { token: "नदी", columns: ["title"] };

test("a match is written in each engine's own way, with every word quoted", () => {
  expect(tsquery({ all: [gora, river] })).toBe("('title/gora':* | 'names/gora':*) & ('title/नदी')");
  expect(fts5({ all: [gora, river] })).toBe('({title names} : "gora" *) AND ({title} : "नदी")');
  expect(tsquery({ of: { any: [gora, river] }, butNot: river })).toBe(
    "(('title/gora':* | 'names/gora':*) | ('title/नदी')) & !('title/नदी')",
  );
  expect(fts5({ of: { any: [gora, river] }, butNot: river })).toBe(
    '(({title names} : "gora" *) OR ({title} : "नदी")) NOT ({title} : "नदी")',
  );
});

test("what is no letter or digit cannot end a quotation", () => {
  const odd: Match = { token: "a'b\"c\\", columns: ["title"] };
  expect([tsquery(odd), fts5(odd)]).toEqual(["'title/ab\"c'", '{title} : "a\'bc\\"']);
});
