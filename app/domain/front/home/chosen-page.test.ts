import { expect, test } from "vitest";
import { withChosenPages } from "./chosen-page";

const read = (...entries: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return [...withChosenPages(form)];
};

test("a chosen page counts, none too; a typed address only where none of the pages is chosen", () => {
  expect(read(["label", "Us"], ["to-page", "/about-us"], ["to", "/typed"])).toEqual([
    ["label", "Us"],
    ["to", "/about-us"],
  ]);
  expect(read(["to-page", ""], ["to", "/typed"])).toEqual([["to", ""]]);
  expect(read(["to-page", "other"], ["to", "/typed"])).toEqual([["to", "/typed"]]);
  expect(read(["to-page", "other"])).toEqual([["to", ""]]);
});

test("rows of one name keep their order; a form without the list is read as typed", () => {
  expect(
    read(
      ["label", "A"],
      ["to-page", "other"],
      ["to", "/a"],
      ["label", "B"],
      ["to-page", "/news"],
      ["to", "/b"],
      ["label", "C"],
      ["to-page", "other"],
      ["to", "/c"],
    ).filter(([name]) => name === "to"),
  ).toEqual([
    ["to", "/a"],
    ["to", "/news"],
    ["to", "/c"],
  ]);
  expect(read(["to", "/a"], ["to", "/b"])).toEqual([
    ["to", "/a"],
    ["to", "/b"],
  ]);
});
