import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Finds values that are read without a limit. Parameters are to be read through domain/kit/search-params.ts, headers
// through http/request/headers.server.ts, and every text in a schema must start with its maximum.

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith("test"))
  .map((file) => ({
    file: file.split(path.sep).join("/"),
    text: readFileSync(path.join("app", file), "utf8"),
  }));

const places = (pattern: RegExp, but: string[]) =>
  sources
    .filter(({ file }) => !but.includes(file))
    .flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([found]) => `${file}: ${found}`));

test("query parameters are read with a limit", () => {
  const reads = /(?:\b\w*[pP]arams(?:\([^()]*\))?|\bquery|\banswer)\.(?:get|getAll)\("\w+/g;
  // The second reads the configured address of the database.
  const but = ["domain/kit/search-params.ts", "db/postgres/usable.server.ts"];
  expect(places(reads, but)).toEqual([]);
});

test("a request's headers are read with a limit", () => {
  const reads =
    /\b(?:request|req)\.headers(?:\.get\(|\.(?!has|get)\w+|\[(?!"x-request-id"\] =))|\{ headers \}: (?:Request|IncomingMessage)/g;
  // The exception applies the limits itself.
  expect(places(reads, ["http/request/headers.server.ts"])).toEqual([]);
});

test("every text in a schema starts with its maximum", () => {
  // Exceptions: the shop's own answers and configuration, and the answers of payment and login services.
  const others = /\.json\.ts$|^process\/environment\.ts$|^api\/|^http\/third-party\/|razorpay|payment-events/;
  const texts = sources.filter(({ file }) => !others.test(file));
  const open = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/\bz\s*\.string\((?:[^()]|\([^()]*\))*\)(?!\s*\.max\()\s*.{0,20}/g)].map(
      ([found]) => `${file}: ${found}`,
    ),
  );
  expect(open).toEqual([]);
});
