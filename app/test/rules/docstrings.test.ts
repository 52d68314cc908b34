import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FUNCTION =
  /^export (?:default )?(?:async )?(?:function\*? ?(\w+)|const (\w+)(?::(?:[^=]|=>)+?)? = (?:async )?(?:<[^=]*?>)?\([^;]*?=>)/gm;

const FILES = readdirSync("app/domain", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => `app/domain/${file}`);

/** The exported functions of a source that have no docstring right above; of overloads only the first needs one. */
function undocumented(source: string): string[] {
  const names = [...source.matchAll(FUNCTION)].map((found) => ({
    name: (found[1] ?? found[2])!,
    documented: source.slice(0, found.index).trimEnd().endsWith("*/"),
  }));
  const known = new Set(names.filter(({ documented }) => documented).map(({ name }) => name));
  return [...new Set(names.map(({ name }) => name))].filter((name) => !known.has(name));
}

it("every exported function of the domain has a docstring", () => {
  expect(FILES.length).toBeGreaterThan(100);
  expect(
    FILES.flatMap((file) => undocumented(readFileSync(file, "utf8")).map((name) => `${file}: ${name}`)),
  ).toEqual([]);
});

it.each([
  "export function plain() {}",
  "export async function later<T>(a: T) {}",
  "// A comment is none.\nexport const arrow = (a: number) => a;",
  "/** Of another. */\nconst other = 1;\nexport const typed: (a: number) => number = (a) => a;",
  "export function* several() {}",
])("%j lacks one", (source) => {
  expect(undocumented(source)).toHaveLength(1);
});

it.each([
  "/** What it returns. */\nexport function plain() {}",
  "/**\n * What it returns.\n */\nexport const arrow = async (a: number) => a;",
  "/** Both. */\nexport function two(a: number): void;\nexport function two(a: string): void;",
  "export const VALUE = 1;\nexport interface Shape {}\nfunction inner() {}",
])("%j needs none", (source) => {
  expect(undocumented(source)).toEqual([]);
});
