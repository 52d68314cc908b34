import { formatCount } from "~/domain/kit/counts";
import { IMAGE_MAX_BYTES, imageRefusal } from "~/domain/kit/images/images";
import { isPictureStart } from "~/platform/pictures/images.server";
import { IMPORT_MAX, UnreadableFile } from "../import-limits";
import { openZip, type Zip, type ZipLimits } from "../tables/zip.server";
import { isLeftBySystem, isPictureFile } from "./picture-name";

const MOST_FILES = 20_000;

const LIMITS: ZipLimits = {
  isExact: true,
  entries: MOST_FILES,
  tooMany: `The ZIP has more than ${formatCount(MOST_FILES)} files. Split it.`,
  tooLarge: `The files are larger than ${IMPORT_MAX.unpackedBytes / 1024 / 1024} MB when unpacked. Split them into several ZIPs.`,
};

/** Whether a ZIP has pictures and is no workbook. @throws {UnreadableFile} when it is damaged, or has too many */
export async function hasPictures(file: string): Promise<boolean> {
  // A workbook has limits of its own, which are checked when it is read.
  const zip = await openZip(file, { ...LIMITS, unpackedBytes: Infinity });
  zip.close();
  if (zip.has("[Content_Types].xml") || !zip.files.some(({ name }) => isPictureFile(name))) return false;
  (await PictureZip.open(file)).close();
  return true;
}

/** The uploaded ZIP, with its files in the order of their names. Close it afterwards. */
export class PictureZip {
  readonly files: { name: string; size: number }[];
  readonly #zip: Zip;

  private constructor(zip: Zip) {
    const { compare } = new Intl.Collator("en", { numeric: true });
    this.#zip = zip;
    this.files = zip.files
      .filter(({ name }) => !isLeftBySystem(name))
      .sort((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
  }

  /** @throws {UnreadableFile} */
  static async open(file: string): Promise<PictureZip> {
    return new PictureZip(await openZip(file, LIMITS));
  }

  /** Looks at the size and the first bytes only. @returns why it is no picture of a book, for staff; null: it may be one */
  async problemOf({ name, size }: { name: string; size: number }): Promise<string | null> {
    if (size > IMAGE_MAX_BYTES) return imageRefusal("too-large");
    if (!isPictureFile(name)) return imageRefusal("not-an-image");
    try {
      for await (const start of this.#zip.read(name))
        return isPictureStart(start) ? null : imageRefusal("not-an-image");
      return imageRefusal("not-an-image");
    } catch (error) {
      if (error instanceof UnreadableFile) return UNREADABLE;
      throw error;
    }
  }

  /** A picture's bytes, of which there are at most as many as an upload may have; null when it cannot be unpacked. */
  async read(name: string): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    let size = 0;
    try {
      for await (const part of this.#zip.read(name)) {
        size += part.length;
        if (size > IMAGE_MAX_BYTES) return null;
        parts.push(part);
      }
    } catch (error) {
      if (error instanceof UnreadableFile) return null;
      throw error;
    }
    return Buffer.concat(parts);
  }

  close() {
    this.#zip.close();
  }
}

export const UNREADABLE =
  "It cannot be unpacked: it is damaged, has a password, or is packed in an unusual way";
