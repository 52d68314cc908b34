import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { writeOnce } from "./whole-file.server";

const folder = mkdtempSync(path.join(tmpdir(), "kitab-whole-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a file is written once, with nothing left beside it, readable only by its owner", () => {
  const file = path.join(folder, "secret");
  writeOnce(file, "first");
  writeOnce(file, "second");
  expect(readFileSync(file, "utf8")).toBe("first");
  expect(readdirSync(folder)).toEqual(["secret"]);
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a file that cannot be written leaves nothing behind", () => {
  expect(() => writeOnce(path.join(folder, "none", "secret"), "x")).toThrow(/ENOENT/);
  expect(readdirSync(folder)).toEqual(["secret"]);
});

// A reader that looks at all times while the file comes: it is whole whenever it is there.
test("nobody ever reads a part of it", async () => {
  const file = path.join(folder, "long");
  const text = "x".repeat(5_000_000);
  const reader = spawn(process.execPath, [
    "-e",
    `const fs = require("fs"); process.stdout.write("ready"); let length;
     const look = () => { try { length = fs.readFileSync(${JSON.stringify(file)}).length } catch { return setImmediate(look) }
       process.stdout.write(":" + length) }; look();`,
  ]);
  let read = "";
  reader.stdout.on("data", (data: Buffer) => (read += data.toString()));
  await once(reader.stdout, "data");
  writeOnce(file, text);
  await once(reader, "close");
  expect(read).toBe(`ready:${text.length}`);
});
