import { expect, test } from "vitest";
import { any } from "./match";

const leaf = (token: string, columns: string[], isOpen = false) => ({ token, columns, isOpen });

test("a word that is written as it sounds is looked up once, in all its columns", () => {
  expect(any([leaf("hindi", ["title", "names"]), leaf("hindi", ["fine", "names"])])).toEqual(
    leaf("hindi", ["title", "names", "fine"]),
  );
  const parts = [leaf("goda", ["title"], true), leaf("goda", ["fine"]), leaf("god", ["fine"])];
  expect(any(parts)).toEqual({ any: parts });
});
