import { openPromise, type Entry, type ZipFile } from "yauzl";
import { IMPORT_MAX, UnreadableFile } from "../import-limits";

/** The files of a ZIP, of which all together at most `IMPORT_MAX.unpackedBytes` are read. */
export interface Zip {
  /** Whether there is a file of this path. */
  has(name: string): boolean;
  /** @throws {UnreadableFile} when it is damaged, or too large when unpacked */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

const DAMAGED = "The file is damaged: it cannot be unpacked. Save it once more and upload it again.";
const TOO_LARGE_UNPACKED = `The file is larger than ${IMPORT_MAX.unpackedBytes / 1024 / 1024} MB when unpacked. Save the sheet as CSV, or split it.`;
const TOO_MANY_ENTRIES = `The file consists of more than ${IMPORT_MAX.entries} parts. Save the sheet as CSV.`;

/**
 * Opens a ZIP without unpacking it. Nothing is ever written: paths in it are only names.
 * @throws {UnreadableFile} also for two files of the same name, and for paths that lead out of the ZIP
 */
export async function openZip(file: string): Promise<Zip> {
  const zip = await openPromise(file, { autoClose: false }).catch(() => {
    throw new UnreadableFile(DAMAGED);
  });
  try {
    return zipOf(zip, await entriesOf(zip));
  } catch (error) {
    zip.close();
    throw error instanceof UnreadableFile ? error : new UnreadableFile(DAMAGED);
  }
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > IMPORT_MAX.entries) throw new UnreadableFile(TOO_MANY_ENTRIES);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase();
    if (entries.has(name)) throw new UnreadableFile(DAMAGED);
    entries.set(name, entry);
    unpacked += entry.uncompressedSize;
  }
  if (unpacked > IMPORT_MAX.unpackedBytes) throw new UnreadableFile(TOO_LARGE_UNPACKED);
  return entries;
}

function zipOf(zip: ZipFile, entries: Map<string, Entry>): Zip {
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
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
