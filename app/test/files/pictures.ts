import { deflateSync } from "node:zlib";
import sharp from "sharp";

const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;

/** A picture with a red upper and a blue lower half, so that its orientation can be checked. */
export function picture(width = 400, height = 600) {
  const half = { width, height: Math.ceil(height / 2), channels: 3, background: "#2040c0" } as const;
  return sharp({ create: { width, height, channels: 3, background: "#c02020" } }).composite([
    { input: { create: half }, left: 0, top: Math.floor(height / 2) },
  ]);
}

export const jpeg = (width?: number, height?: number) => picture(width, height).jpeg().toBuffer();

/** A photo of a phone held sideways: rotated, with EXIF data for orientation, place and camera. */
export async function jpegFromPhone(): Promise<Buffer> {
  return sharp(await picture(400, 600).png().toBuffer())
    .rotate(-90)
    .jpeg()
    .withExif({
      IFD0: { Make: "Camera-of-Asha" },
      IFD3: { GPSLatitude: "12/1 58/1 0/1", GPSLatitudeRef: "N" },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A PNG that is transparent except for the lower right quarter. */
export const pngWithAlpha = () =>
  sharp({
    create: { width: 400, height: 600, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([
      {
        input: { create: { width: 200, height: 300, channels: 4, background: "#20a020" } },
        left: 200,
        top: 300,
      },
    ])
    .png()
    .toBuffer();

const frames = () =>
  Promise.all(
    ["#c02020", "#20c020"].map((background) =>
      sharp({ create: { width: 60, height: 90, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  );

export const animatedWebp = async () =>
  sharp(await frames(), { join: { animated: true } })
    .webp()
    .toBuffer();
export const animatedGif = async () =>
  sharp(await frames(), { join: { animated: true } })
    .gif()
    .toBuffer();

/** A PNG with the chunk that makes it an animation. */
export async function animatedPng(): Promise<Buffer> {
  const still = await picture(60, 90).png().toBuffer();
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write("acTL", 4, "latin1");
  chunk.writeUInt32BE(2, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  const afterHead = 8 + 25; // the signature and IHDR
  return Buffer.concat([still.subarray(0, afterHead), chunk, still.subarray(afterHead)]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** A valid PNG of 196 megapixels with one bit each, which makes a small file. */
export function hugePng(): Buffer {
  const side = 14_000;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.writeUInt8(1, 8);
  const rows = Buffer.alloc(side * (1 + side / 8));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    pngPart("IHDR", header),
    pngPart("IDAT", deflateSync(rows, { level: 1 })),
    pngPart("IEND", Buffer.alloc(0)),
  ]);
}

function pngPart(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A valid JPEG of this many bytes: noise, and then padding. */
export async function jpegOfSize(bytes: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 200, height: 300, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([small, Buffer.alloc(bytes - small.length)]);
}
