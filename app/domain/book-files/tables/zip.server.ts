import { openPromise, type Entry, type ZipFile } from "yauzl";
import { IMPORT_MAX, UnreadableFile } from "../import-limits";

/** The files of a ZIP, of which all together at most `IMPORT_MAX.unpackedBytes` are read. */
export interface Zip {
  /** The files as the ZIP lists them, with their sizes in bytes when unpacked. */
  files: { name: string; size: number }[];
  /** Whether there is a file of this path. */
  has(name: string): boolean;
  /** @throws {UnreadableFile} when it is damaged, or too large when unpacked */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

const DAMAGED = "The file is damaged: it cannot be unpacked. Save it once more and upload it again.";

/** How many files a ZIP may have, and what is said of one with more, or with more than `IMPORT_MAX.unpackedBytes`. */
export interface ZipLimits {
  entries: number;
  tooMany: string;
  tooLarge: string;
  /** Bytes of all files together when unpacked; `IMPORT_MAX.unpackedBytes` by default. */
  unpackedBytes?: number;
  /** Names that differ in case only are different files. */
  isExact?: true;
}

const WORKBOOK: ZipLimits = {
  entries: IMPORT_MAX.entries,
  tooMany: `The file consists of more than ${IMPORT_MAX.entries} parts. Save the sheet as CSV.`,
  tooLarge: `The file is larger than ${IMPORT_MAX.unpackedBytes / 1024 / 1024} MB when unpacked. Save the sheet as CSV, or split it.`,
};

/**
 * Opens a ZIP without unpacking it. Nothing is ever written: paths in it are only names.
 * @param limits those of a workbook by default
 * @throws {UnreadableFile} also for two files of the same name, and for paths that lead out of the ZIP
 */
export async function openZip(file: string, limits = WORKBOOK): Promise<Zip> {
  const zip = await openPromise(file, { autoClose: false }).catch(() => {
    throw new UnreadableFile(DAMAGED);
  });
  try {
    return zipOf(zip, await entriesOf(zip, limits), limits);
  } catch (error) {
    zip.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED);
  }
}

async function entriesOf(zip: ZipFile, limits: ZipLimits): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.entries) throw new UnreadableFile(limits.tooMany);
  const { unpackedBytes = IMPORT_MAX.unpackedBytes } = limits;
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  let directory = 0;
  for await (const entry of zip.eachEntry()) {
    directory += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
    if (directory > IMPORT_MAX.directoryBytes) throw new UnreadableFile(DAMAGED);
    const name = keyOf(entry.fileName, limits);
    if (entries.has(name)) throw new UnreadableFile(DAMAGED);
    entries.set(name, entry);
    unpacked += entry.uncompressedSize;
  }
  if (unpacked > unpackedBytes) throw new UnreadableFile(limits.tooLarge);
  return entries;
}

const keyOf = (name: string, { isExact }: ZipLimits) => (isExact ? name : name.toLowerCase());

function zipOf(zip: ZipFile, entries: Map<string, Entry>, limits: ZipLimits): Zip {
  return {
    files: [...entries.values()].map(({ fileName, uncompressedSize }) => ({
      name: fileName,
      size: uncompressedSize,
    })),
    has: (name) => entries.has(keyOf(name, limits)),
    async *read(name) {
      const entry = entries.get(keyOf(name, limits));
      if (!entry) throw new UnreadableFile(DAMAGED);
      try {
        // Ends with an error when there is more than the entry says, so a lie about the size wins nothing.
        yield* await zip.openReadStreamPromise(entry);
      } catch (error) {
        throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED);
      }
    },
    close: () => zip.close(),
  };
}
