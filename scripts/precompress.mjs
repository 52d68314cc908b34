// Compressed copies of the build's files, once, at their best: nothing is compressed while a visitor waits.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { ROOT } from "./prepare.mjs";

const TEXT = /\.(?:js|css|svg|json|txt|webmanifest|xml|map)$/;

function visit(folder) {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (statSync(file).isDirectory()) visit(file);
    else if (TEXT.test(name)) compress(file);
  }
}

function compress(file) {
  const content = readFileSync(file);
  if (content.length < 512) return;
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

visit(path.join(ROOT, "build/client"));
