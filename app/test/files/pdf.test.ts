import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { readPdf } from "./pdf";

test("a compressed stream may end with the byte of a line end", () => {
  const streams = Array.from({ length: 5000 }, (_, number) => deflateSync(`% ${number}`));
  const carriageReturn = streams.find((stream) => stream.at(-1) === 0x0d)!;
  const newLine = streams.find((stream) => stream.at(-1) === 0x0a)!;
  for (const stream of [carriageReturn, newLine]) {
    const file = [
      "%PDF-1.7",
      "1 0 obj\n<< /Type /Page /Contents 2 0 R >>\nendobj",
      `2 0 obj\n<<\n  /Length ${stream.length}\n  /Filter /FlateDecode\n>>\nstream\n${stream.toString("latin1")}\nendstream\nendobj`,
    ].join("\n");
    expect(readPdf(Buffer.from(file, "latin1")).pages).toEqual([""]);
  }
});
