import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  animatedGif,
  animatedPng,
  animatedWebp,
  hugePng,
  jpeg,
  jpegFromPhone,
  jpegOfSize,
  picture,
  pngWithAlpha,
} from "~/test/files/pictures";
import { imageHash, type ImageOutcome, imageProcessor } from "./images.server";

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), "kitab-images-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const process = imageProcessor();

function accepted(outcome: ImageOutcome) {
  if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`);
  const stem = outcome.name.replace(/\.webp$/, "");
  const file = (ending: string) =>
    Buffer.from(outcome.files.find(({ name }) => name === stem + ending)!.bytes);
  return { ...outcome, stem, file };
}

/** The colour at a point, given in per cent of width and height. */
async function colourAt(image: Buffer, x: number, y: number) {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor((info.height * y) / 100) * info.width + Math.floor((info.width * x) / 100)) * 3;
  const [red, green, blue] = data.subarray(at, at + 3);
  return red! > 128 && green! < 90
    ? "red"
    : blue! > 128 && red! < 90
      ? "blue"
      : green! > red! + 60
        ? "green"
        : red! > 240
          ? "white"
          : "other";
}

describe("a cover", () => {
  test("becomes the files that the pages use and a JPEG, named by a hash of the picture", async () => {
    const bytes = await jpeg(1000, 1500);
    const { stem, files, file, name } = accepted(await process("cover", bytes));
    expect(name).toMatch(/^[0-9a-f]{20}\.webp$/);
    expect(files.map((one) => one.name.slice(stem.length)).sort()).toEqual(
      [160, 240, 320, 640]
        .map((width) => `-${width}.avif`)
        .concat("-160.webp", "-320.webp", ".webp", "-640.jpg")
        .sort(),
    );
    for (const [ending, format, width] of [
      ["-160.avif", "heif", 160],
      ["-240.avif", "heif", 240],
      ["-320.webp", "webp", 320],
      [".webp", "webp", 640],
      ["-640.avif", "heif", 640],
      ["-640.jpg", "jpeg", 640],
    ] as const) {
      const { format: made, width: wide, height } = await sharp(file(ending)).metadata();
      expect([ending, made, wide, height]).toEqual([ending, format, width, width * 1.5]);
    }
    expect(accepted(await process("cover", bytes)).name).toBe(name);
    expect(accepted(await process("cover", await jpeg(1000, 1501))).name).not.toBe(name);
  });

  test("from a phone is rotated upright and loses its metadata", async () => {
    const source = await jpegFromPhone();
    expect(source.includes("Camera-of-Asha")).toBe(true);
    const { file, files } = accepted(await process("cover", source));
    const shown = await sharp(file(".webp")).metadata();
    expect([shown.width, shown.height]).toEqual([400, 600]);
    expect(await colourAt(file(".webp"), 50, 10)).toBe("red");
    expect(await colourAt(file(".webp"), 50, 90)).toBe("blue");
    for (const { bytes } of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(Buffer.from(bytes)).metadata();
      expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
      expect(Buffer.from(bytes).includes("Camera-of-Asha")).toBe(false);
    }
  });

  test("with transparency gets a white background; WebP is accepted", async () => {
    const { file } = accepted(await process("cover", await pngWithAlpha()));
    expect(await colourAt(file(".webp"), 10, 10)).toBe("white");
    expect(await colourAt(file(".webp"), 75, 75)).toBe("green");
    expect((await sharp(file("-640.avif")).metadata()).hasAlpha).toBe(false);
    accepted(await process("cover", await picture().webp().toBuffer()));
  });

  test("keeps proportions near 2:3, else is centred in 2:3 with its edge colours; is never enlarged", async () => {
    const size = async (width: number, height: number) => {
      const { file } = accepted(await process("cover", await picture(width, height).png().toBuffer()));
      const made = await sharp(file(".webp")).metadata();
      return { size: [made.width, made.height], file };
    };
    expect((await size(700, 1000)).size).toEqual([640, 914]);
    expect((await size(90, 135)).size).toEqual([90, 135]);
    expect((await size(1, 1)).size).toEqual([1, 2]);
    expect((await size(3, 2000)).size).toEqual([640, 960]);

    const square = await size(900, 900);
    expect(square.size).toEqual([640, 960]);
    expect(await colourAt(square.file(".webp"), 50, 3)).toBe("red");
    expect(await colourAt(square.file(".webp"), 50, 97)).toBe("blue");
    expect(await colourAt(square.file(".webp"), 2, 30)).toBe("red");
  });
});

test("the names of the files are known from the upload", async () => {
  const bytes = await jpeg();
  const nameOf = async (kind: "cover" | "further") => accepted(await process(kind, bytes)).name;
  expect(await nameOf("cover")).toBe(`${imageHash("cover", bytes)}.webp`);
  expect(await nameOf("further")).toBe(`further-${imageHash("further", bytes)}-400x600.webp`);
});

test("a logo is scaled to fit 576 by 144 pixels, and its size is in its name", async () => {
  const { name, files } = accepted(await process("logo", await picture(2000, 400).png().toBuffer()));
  expect(name).toMatch(/^logo-[0-9a-f]{20}-576x115\.webp$/);
  expect(files).toHaveLength(1);
  expect(accepted(await process("logo", await picture(50, 60).png().toBuffer())).name).toContain("-50x60.");
});

describe("an uploaded picture", () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>`;
  const cases: [string, () => Promise<Buffer> | Buffer, string][] = [
    ["nothing", () => Buffer.alloc(0), "missing"],
    ["one byte", () => Buffer.from([0xff]), "not-an-image"],
    ["text", () => Buffer.from("This is no picture, whatever it is called."), "not-an-image"],
    ["an SVG", () => Buffer.from(svg), "not-an-image"],
    ["HTML", () => Buffer.from("<html><script>alert(1)</script>"), "not-an-image"],
    ["an animated GIF", animatedGif, "not-an-image"],
    ["an AVIF", () => picture(60, 90).avif().toBuffer(), "not-an-image"],
    ["a TIFF", () => picture(60, 90).tiff().toBuffer(), "not-an-image"],
    ["an animated WebP", animatedWebp, "animated"],
    ["an animated PNG", animatedPng, "animated"],
    ["a JPEG's head before an SVG", () => Buffer.from(`\xff\xd8\xff${svg}`, "latin1"), "broken"],
    ["half a JPEG", async () => (await jpeg()).subarray(0, 2000), "broken"],
    ["half a PNG", async () => (await picture().png().toBuffer()).subarray(0, 600), "broken"],
    ["half a WebP", async () => (await picture().webp().toBuffer()).subarray(0, 150), "broken"],
    ["a PNG of 196 megapixels", hugePng, "too-many-pixels"],
    ["a byte over 10 MB", () => jpegOfSize(10 * 1024 * 1024 + 1), "too-large"],
  ];
  test.each(cases)("is refused: %s", async (_, make, reason) => {
    expect(await process("cover", await make())).toMatchObject({ ok: false, reason });
  });

  test("of exactly 10 MB is accepted", async () => {
    accepted(await process("cover", await jpegOfSize(10 * 1024 * 1024)));
  });

  test("a script hidden in a picture is removed", async () => {
    const polyglot = Buffer.concat([await jpeg(), Buffer.from("<script>alert('hidden')</script>")]);
    const { files } = accepted(await process("cover", polyglot));
    for (const { bytes } of files) expect(Buffer.from(bytes).includes("alert")).toBe(false);
  });
});

describe("the worker's process", () => {
  const worker = (name: string, source: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, source);
    return file;
  };
  /** The statement with which a test worker answers. */
  const good = `process.send({ ok: true, name: "a.webp", files: [{ name: "a.webp", bytes: Buffer.from(String(process.pid)) }] })`;
  const pidOf = (outcome: ImageOutcome) => Buffer.from(accepted(outcome).files[0]!.bytes).toString();

  test("is killed when it takes too long, and the next picture gets a new one", async () => {
    const flag = path.join(folder, "hung");
    const file = worker(
      "hang.mjs",
      `import { existsSync, writeFileSync } from "node:fs";
       process.on("message", () => { if (existsSync(${JSON.stringify(flag)})) ${good}; else { writeFileSync(${JSON.stringify(flag)}, String(process.pid)); for (;;); } });`,
    );
    const hung = imageProcessor({ worker: file, timeLimitMs: 1500 });
    const bytes = await jpeg(20, 30);
    expect(await hung("cover", bytes)).toMatchObject({ ok: false, reason: "slow" });
    // On a busy machine a process may be killed before it has read the picture.
    await expect.poll(async () => (await hung("cover", bytes)).ok).toBe(true);
  });

  test("may crash without affecting the shop", async () => {
    const flag = path.join(folder, "crashed");
    const file = worker(
      "crash.mjs",
      `import { existsSync, writeFileSync } from "node:fs";
       process.on("message", () => { if (existsSync(${JSON.stringify(flag)})) ${good}; else { writeFileSync(${JSON.stringify(flag)}, ""); process.kill(process.pid, "SIGSEGV"); } });`,
    );
    const crashing = imageProcessor({ worker: file });
    const bytes = await jpeg(20, 30);
    expect(await crashing("cover", bytes)).toMatchObject({ ok: false, reason: "failed" });
    expect((await crashing("cover", bytes)).ok).toBe(true);
  });

  test("processes one picture after the other, refuses too many at once, and ends when idle", async () => {
    const file = worker(
      "slow.mjs",
      `process.on("message", () => setTimeout(() => ${good}, 30)); process.on("disconnect", () => process.exit());`,
    );
    const slow = imageProcessor({ worker: file, idleMs: 50 });
    const bytes = await jpeg(20, 30);
    const outcomes = await Promise.all(Array.from({ length: 7 }, () => slow("cover", bytes)));
    const served = outcomes.filter((outcome) => outcome.ok);
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === "busy")).toHaveLength(
      7 - served.length,
    );
    expect(served.length).toBeGreaterThanOrEqual(4);
    expect(new Set(served.map(pidOf)).size).toBe(1);
    const pid = Number(pidOf(served[0]!));
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(pidOf(await slow("cover", bytes))).not.toBe(String(pid));
  });

  test("cannot choose where files are written, nor see the shop's secrets", async () => {
    const evil = worker(
      "evil.mjs",
      `process.on("message", () => process.send({ ok: true, name: "a.webp", files: [{ name: "../../kitab.db", bytes: Buffer.from("x") }] }))`,
    );
    expect(await imageProcessor({ worker: evil })("cover", await jpeg(20, 30))).toMatchObject({ ok: false });
    const nosy = worker(
      "nosy.mjs",
      `process.on("message", () => process.send({ ok: true, name: "a.webp", files: [{ name: "a.webp", bytes: Buffer.from(Object.keys(process.env).join()) }] }))`,
    );
    const seen = accepted(await imageProcessor({ worker: nosy })("cover", await jpeg(20, 30)));
    expect(Buffer.from(seen.files[0]!.bytes).toString()).not.toContain("SECRET");
  });
});

function isRunning(pid: number): boolean {
  try {
    globalThis.process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
