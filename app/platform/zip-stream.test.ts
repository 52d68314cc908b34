import { expect, test } from "vitest";
import { unzipped } from "~/test/files/import-files";
import { type ZipPart, zipStream } from "./zip-stream.server";

async function bytesOf(parts: ZipPart[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of zipStream(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function* long(lines: number) {
  for (let line = 0; line < lines; line++) yield `line ${line} है\n`;
}

test("a ZIP of several files, one of them long and one empty, is read by another program", async () => {
  const parts = [
    { name: "a/first.xml", content: ["<a>", "</a>"] },
    { name: "long.txt", content: long(50_000) },
    { name: "empty", content: [] },
  ];
  const bytes = await bytesOf(parts);
  const texts = await unzipped(
    bytes,
    parts.map(({ name }) => name),
  );
  const lines = texts[1]!.split("\n");
  expect([texts[0], lines.length, lines.at(-2), texts[2]]).toEqual(["<a></a>", 50_001, "line 49999 है", ""]);
  expect(bytes.length).toBeLessThan(texts[1]!.length / 2);
});

test("what fails while a file is made fails the ZIP; who stops reading ends the making", async () => {
  let isEnded = false;
  async function* content(failsAt: number) {
    try {
      for (let line = 0; ; line++) {
        if (line === failsAt) throw new Error("the database is away");
        yield `${Math.sin(line)}`.repeat(1000);
      }
    } finally {
      isEnded = true;
    }
  }
  await expect(bytesOf([{ name: "a", content: content(3) }])).rejects.toThrow("the database is away");
  isEnded = false;
  for await (const piece of zipStream([{ name: "a", content: content(-1) }])) if (piece.length > 1000) break;
  await expect.poll(() => isEnded).toBe(true);
});

test("a ZIP of many files listens once for its end, so that Node does not warn of a leak", async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on("warning", note);
  const parts = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt`, content: ["text"] }));
  for await (const piece of zipStream(parts)) expect(piece.length).toBeGreaterThan(0);
  process.off("warning", note);
  expect(warnings).toEqual([]);
});
