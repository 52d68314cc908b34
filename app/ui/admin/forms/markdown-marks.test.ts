import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Mark, toggleMark } from "./markdown-marks";

/** What is selected stands between « and »; a cursor is |. */
function press(mark: Mark, shown: string): string {
  const start = shown.search(/[«|]/);
  const end = shown.includes("|") ? start : shown.indexOf("»") - 1;
  const value = shown.replaceAll(/[«»|]/g, "");
  const change = toggleMark(mark, { value, start, end });
  const next = value.slice(0, change.from) + change.insert + value.slice(change.to);
  return change.start === change.end
    ? `${next.slice(0, change.start)}|${next.slice(change.start)}`
    : `${next.slice(0, change.start)}«${next.slice(change.start, change.end)}»${next.slice(change.end)}`;
}

describe.each<[Mark, string, string]>([
  ["bold", "The «old» house", "The **«old»** house"],
  ["italic", "The «old» house", "The *«old»* house"],
  ["italic", "The **«old»** house", "The ***«old»*** house"],
  ["bold", "The *«old»* house", "The ***«old»*** house"],
  ["bold", "|", "**|**"],
  ["heading", "One\nTwo| words\nThree", "One\n## Two| words\nThree"],
  ["list", "«One\nTwo»", "«- One\n- Two»"],
  ["quote", "«One\n\nTwo»", "«> One\n\n> Two»"],
])("%s on %j", (mark, before, after) => {
  test(`gives ${JSON.stringify(after)}, and once more takes it away`, () => {
    expect(press(mark, before)).toBe(after);
    expect(press(mark, after)).toBe(before);
  });
});

test.each<[Mark, string, string]>([
  ["bold", "The« old »house", "The **«old»** house"],
  ["bold", "The «**old**» house", "The «old» house"],
  ["bold", "«One\n\nTwo»", "**«One**\n\n**Two»**"],
  ["heading", "#### |Small", "|Small"],
  ["list", "«- One\nTwo\n»Three", "«- One\n- Two»\nThree"],
  ["list", "|", "- |"],
  // What is selected begins at an empty first line.
  ["list", "«\n»a", "«- »\na"],
  ["link", "See «our books» now", "See [our books](«https://») now"],
  ["link", "See «/books» now", "See [«words»](/books) now"],
  ["link", "See |", "See [«words»](https://)"],
  ["link", "See «[our books](/books)» now", "See «our books» now"],
])("%s on %j gives %j", (mark, before, after) => {
  expect(press(mark, before)).toBe(after);
});

test("a change stays within the text, and selects what is in it", () => {
  const marks = fc.constantFrom<Mark>("bold", "italic", "heading", "list", "quote", "link");
  const texts = fc.string({ unit: fc.constantFrom("a", " ", "*", "\n", "#", "-", ">", "[", "]", "(", ")") });
  fc.assert(
    fc.property(marks, texts, fc.nat(), fc.nat(), (mark, value, one, two) => {
      const [start, end] = [one % (value.length + 1), two % (value.length + 1)].sort((a, b) => a - b) as [
        number,
        number,
      ];
      const change = toggleMark(mark, { value, start, end });
      const length = value.length - (change.to - change.from) + change.insert.length;
      expect([0 <= change.from, change.from <= change.to, change.to <= value.length]).toEqual([
        true,
        true,
        true,
      ]);
      expect([0 <= change.start, change.start <= change.end, change.end <= length]).toEqual([
        true,
        true,
        true,
      ]);
    }),
  );
});
