import { expect, test } from "vitest";
import { parseId } from "./ids";

test.each([
  ["1", 1],
  ["12", 12],
  ["999999999999999", 999_999_999_999_999],
])("%s is an id", (text, id) => expect(parseId(text)).toBe(id));

test.each([
  "",
  "0",
  "007",
  "-1",
  "+1",
  "1.5",
  "1e3",
  " 1",
  "1 ",
  "1\n",
  "１",
  "abc",
  "1000000000000000",
  null,
  undefined,
  5,
])("%j is not an id", (value) => expect(parseId(value)).toBeNull());
