import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { readFileUpload, removeUnfinishedUploads } from "./read-file-upload.server";

const folder = mkdtempSync(path.join(tmpdir(), "kitab-uploads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MOST = 1000;
const TYPE = "multipart/form-data; boundary=XX";
const read = (request: Request) => readFileUpload(request, { folder, most: MOST });

/** A request whose body comes in pieces of this many bytes. */
function inPieces(body: Buffer, size: number, type = TYPE): Request {
  const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, n) =>
    body.subarray(n * size, (n + 1) * size),
  );
  const init = {
    method: "POST",
    body: Readable.toWeb(Readable.from(chunks)),
    headers: { "Content-Type": type },
  };
  return new Request("http://shop/admin/imports", { ...init, duplex: "half" } as RequestInit);
}

async function browserForm(fields: Record<string, string | File>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const request = new Request("http://shop/admin/imports", { method: "POST", body: form });
  return { body: Buffer.from(await request.arrayBuffer()), type: request.headers.get("content-type")! };
}

test.each([1, 7, 64, 100_000])("writes a browser's file to disk, in pieces of %i bytes", async (size) => {
  const bytes = Buffer.from("\r\n--XX\r\n\0\xff\r\n------form", "latin1");
  const { body, type } = await browserForm({
    intent: "upload",
    note: "नमस्ते",
    file: new File([bytes], 'C:\\books\\my "list".csv'),
  });
  const { file, fields, isTooLarge } = await read(inPieces(body, size, type));
  expect(fields.get("note")).toBe("नमस्ते");
  expect(isTooLarge).toBe(false);
  expect(file).toMatchObject({ name: 'my "list".csv', bytes: bytes.length });
  expect(readFileSync(file!.path).equals(bytes)).toBe(true);
  rmSync(file!.path);
});

test("keeps no file that is too large, and says so; none when none was chosen", async () => {
  const large = await browserForm({ file: new File([Buffer.alloc(MOST + 1)], "a.csv"), intent: "upload" });
  const refused = await read(inPieces(large.body, 300, large.type));
  expect(refused).toMatchObject({ file: null, isTooLarge: true });
  expect(refused.fields.get("intent")).toBe("upload");
  const none = await browserForm({ file: new File([], ""), intent: "upload" });
  expect(await read(inPieces(none.body, 300, none.type))).toMatchObject({ file: null, isTooLarge: false });
  expect(readdirSync(folder)).toEqual([]);
});

describe("refuses a broken body, and leaves no file", () => {
  const file = `--XX\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nISBN\r\n`;
  const text = (name: string, value: string) =>
    `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  test.each([
    ["nothing", ""],
    ["no end", file],
    ["text before the first field", `preamble\r\n${file}--XX--\r\n`],
    ["two files", `${file}${file}--XX--\r\n`],
    ["a field without a name", `${file}--XX\r\nContent-Type: text/plain\r\n\r\n1\r\n--XX--\r\n`],
    ["an endless head", `${file}--XX\r\nX: ${"x".repeat(5000)}\r\n\r\n1\r\n--XX--\r\n`],
    ["a text of 70 kB", `${file}${text("a", "x".repeat(70_000))}--XX--\r\n`],
    ["a path as a name", `${file}${text("a[99999999]", "1")}--XX--\r\n`],
    ["hundreds of fields", `${file}${text("a", "1").repeat(100)}--XX--\r\n`],
  ])("%s", async (_, body) => {
    await expect(read(inPieces(Buffer.from(body), 500))).rejects.toMatchObject({ init: { status: 400 } });
    expect(readdirSync(folder)).toEqual([]);
  });
  test("another type", async () => {
    await expect(read(inPieces(Buffer.from("a=1"), 10, "text/plain"))).rejects.toMatchObject({
      init: { status: 400 },
    });
  });
});

test("a start removes unfinished uploads, but not those that another process may be taking", () => {
  const shared = mkdtempSync(path.join(tmpdir(), "kitab-uploads-"));
  const hourAgo = new Date(Date.now() - 3_700_000);
  for (const name of ["upload-old", "upload-new", "books.csv"]) writeFileSync(path.join(shared, name), "");
  for (const name of ["upload-old", "books.csv"]) utimesSync(path.join(shared, name), hourAgo, hourAgo);
  removeUnfinishedUploads(shared, 3_600_000);
  expect(readdirSync(shared).sort()).toEqual(["books.csv", "upload-new"]);
  removeUnfinishedUploads(shared);
  expect(readdirSync(shared)).toEqual(["books.csv"]);
  rmSync(shared, { recursive: true });
});
