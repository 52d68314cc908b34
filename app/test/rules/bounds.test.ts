import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const TABLE = readFileSync("docs/decisions/0036-bounds.md", "utf8");
/** The last cell of each row: a test's file and title. */
const TESTS = [...TABLE.matchAll(/\| `([^`]+\.test\.tsx?)`: (.+?) \|$/gm)].map(([, file, title]) => [
  title!,
  file!,
]);

test("each bound names its test", () => {
  const rows = TABLE.split("\n").filter((line) => line.startsWith("|"));
  // But for the heading and the line below it.
  expect(TESTS).toHaveLength(rows.length - 2);
  expect(TESTS.length).toBeGreaterThan(30);
});

test.each(TESTS)("%s: is a test of %s", (title, file) => {
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, "utf8")).toContain(title);
});
