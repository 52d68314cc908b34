import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { readBooks, uploadedFile } from "~/test/files/import-files";
import { testShop } from "~/test/shop";
import { parseXml, textsOf } from "~/test/files/xml";

const shop = testShop();
const folder = mkdtempSync(path.join(tmpdir(), "kitab-export-"));

beforeAll(async () => {
  await catalogueBook(shop.db.write, FULL_BOOK);
  await catalogueBook(shop.db.write, { title: "Withdrawn", hidden: 1 });
});

const run = (...args: string[]) => runWith({}, ...args);
function runWith(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number | null; out: Buffer; err: string }>((resolve) => {
    const child = spawn(process.execPath, ["scripts/export.mjs", ...args], {
      env: { PATH: process.env.PATH, ...shop.env, BASE_URL: "https://books.example.in", ...env },
    });
    const out: Buffer[] = [];
    let err = "";
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
    child.once("close", (code) => resolve({ code, out: Buffer.concat(out), err }));
  });
}

test("explains wrong arguments, and refuses a folder without a shop", async () => {
  for (const args of [[], ["--format", "pdf"], ["--no-such-thing"]])
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
  expect(await runWith({ DATABASE_URL: "" }, "--format", "csv", "--data", tmpdir())).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no shop"),
  });
});

test("beside a running shop, all books go to a file or to standard output", async () => {
  const file = path.join(folder, "books.xlsx");
  expect(await run("--format", "xlsx", "--out", file)).toMatchObject({ code: 0, err: "" });
  const books = await readBooks(uploadedFile(readFileSync(file)));
  expect(books.map(({ texts, pictures }) => [texts.title, pictures])).toEqual([
    ["Withdrawn", undefined],
    ["Gora", ["https://books.example.in/coverpages/0123456789abcdef.webp"]],
  ]);
  expect(readdirSync(folder)).toEqual(["books.xlsx"]);
  const { code, out } = await run("--format", "onix");
  expect(code).toBe(0);
  expect(textsOf(parseXml(out.toString()), "TitleText")).toEqual(["Withdrawn", "Gora"]);
});

test("what cannot be written is said, and leaves nothing behind", async () => {
  const file = path.join(folder, "no-such-folder", "books.csv");
  expect(await run("--format", "csv", "--out", file)).toMatchObject({
    code: 1,
    err: expect.stringContaining("could not be written"),
  });
  expect(existsSync(path.dirname(file))).toBe(false);
});
