import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imageProcessor, type ProcessImage } from "~/platform/pictures/images.server";
import { coverMeanwhile, coverPreview, coverSize } from "./cover-preview.server";

const SAMPLE = "0c1514b75f6fa067";
const FILE = `${SAMPLE}-640.jpg`;
let folder: string;
let asked = 0;
const work = imageProcessor();
const process: ProcessImage = (kind, bytes) => {
  asked += 1;
  return work(kind, bytes);
};

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "kitab-previews-"));
  for (const ending of [".webp", "-160.webp"])
    copyFileSync(`app/sample/covers/${SAMPLE}${ending}`, path.join(folder, SAMPLE + ending));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("makes the missing JPEG of a cover once, at the first request, with the size that the page states", async () => {
  const [one, other] = await Promise.all([
    coverPreview(folder, FILE, process),
    coverPreview(folder, FILE, process),
  ]);
  expect(asked).toBe(1);
  if (!one.ok || !other.ok) throw new Error("there is none");
  const { format, width, height } = await sharp(Buffer.from(one.bytes)).metadata();
  expect({ format, width, height }).toEqual({ format: "jpeg", width: 640, height: 960 });
  expect(await coverSize(folder, `${SAMPLE}.webp`)).toEqual({ width: 640, height: 960 });
  expect(readFileSync(path.join(folder, FILE)).equals(Buffer.from(one.bytes))).toBe(true);
});

test.each([
  "ffffffffffffffff-640.jpg",
  `${SAMPLE}-160-640.jpg`,
  `${SAMPLE}-320.jpg`,
  `../${SAMPLE}-640.jpg`,
  `logo-0c1514b75f6fa0670c15-64x64-640.jpg`,
])("makes nothing for %s, which is not a cover's file name", async (file) => {
  const before = [asked, readdirSync(folder).length];
  expect(await coverPreview(folder, file, process)).toEqual({ ok: false, reason: "not_found" });
  expect([asked, readdirSync(folder).length]).toEqual(before);
});

test("stores no preview of a cover deleted meanwhile; tries again later when the worker is busy", async () => {
  const webp = path.join(folder, "1111111111111111.webp");
  const file = "1111111111111111-640.jpg";
  copyFileSync(`app/sample/covers/${SAMPLE}.webp`, webp);
  const busy: ProcessImage = async () => ({ ok: false, reason: "busy" });
  expect(await coverPreview(folder, file, busy)).toEqual({ ok: false, reason: "later" });
  const taken = await coverPreview(folder, file, (kind, bytes) => {
    rmSync(webp);
    return work(kind, bytes);
  });
  expect(taken.ok).toBe(true);
  expect(existsSync(path.join(folder, file))).toBe(false);
});

test("makes a missing width of a cover for later requests, and returns the next larger one meanwhile", async () => {
  const file = `${SAMPLE}-240.avif`;
  const before = asked;
  const [one, other] = await Promise.all([
    coverMeanwhile(folder, file, process),
    coverMeanwhile(folder, file, process),
  ]);
  expect([one, other]).toEqual([`${SAMPLE}-320.avif`, `${SAMPLE}-320.avif`]);
  await expect.poll(() => existsSync(path.join(folder, file))).toBe(true);
  expect(asked).toBe(before + 1);
  const { format, width, height } = await sharp(path.join(folder, file)).metadata();
  expect({ format, width, height }).toEqual({ format: "heif", width: 240, height: 360 });
});

test.each(["ffffffffffffffff-240.avif", `${SAMPLE}-160.avif`, `${SAMPLE}-240.webp`, `../${SAMPLE}-240.avif`])(
  "makes nothing for %s, which is not a width that can be missing",
  async (file) => {
    const before = asked;
    expect(await coverMeanwhile(folder, file, process)).toBeNull();
    expect(asked).toBe(before);
  },
);

test("tries a broken cover only once", async () => {
  writeFileSync(path.join(folder, "2222222222222222.webp"), "RIFF    WEBP and no more");
  const before = asked;
  for (let n = 0; n < 3; n += 1)
    expect((await coverPreview(folder, "2222222222222222-640.jpg", process)).ok).toBe(false);
  expect(asked).toBe(before + 1);
  expect(await coverSize(folder, "2222222222222222.webp")).toBeNull();
  expect(await coverSize(folder, null)).toBeNull();
  expect(await coverSize(folder, "not-there.webp")).toBeNull();
});
