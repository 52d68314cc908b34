import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const CLASSES = /className="([^"]*)"/g;

test("a grid whose texts wrap anywhere says how wide its column is: else one long word makes the page wider than a phone", () => {
  const found = globSync("app/**/*.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(CLASSES)].flatMap(([, text = ""]) => {
      const classes = text.split(/\s+/);
      const isOpen = !classes.some((one) => /(?:^|:)grid-cols-/.test(one));
      return classes.includes("grid") && classes.includes("wrap-anywhere") && isOpen
        ? [`${file}: ${text}`]
        : [];
    }),
  );
  expect(found).toEqual([]);
});
