import { type FileHandle, open, unlink } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { UnreadableFile } from "../import-limits";

/**
 * The texts that a workbook stores once and its cells refer to by number: all of them together can be larger than the
 * memory of the shop, so they wait in a file. Cells mostly refer to them in the order they were stored, so a few blocks
 * in memory serve nearly all reads.
 */
export class SharedStrings {
  #file: FileHandle;
  #ends: Uint32Array = new Uint32Array(1024);
  #count = 0;
  #size = 0;
  #pending: Buffer[] = [];
  #pendingSize = 0;
  #blocks = new LRUCache<number, Buffer>({ max: 64 });

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @param path of a file that does not exist yet; it has no name any more when this returns */
  static async create(path: string): Promise<SharedStrings> {
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return new SharedStrings(file);
  }

  async add(text: string): Promise<void> {
    if (this.#count === MAX_STRINGS) throw new UnreadableFile(TOO_MANY_STRINGS);
    const bytes = Buffer.from(text);
    if (this.#count === this.#ends.length) {
      const longer = new Uint32Array(this.#ends.length * 2);
      longer.set(this.#ends);
      this.#ends = longer;
    }
    this.#size += bytes.length;
    this.#ends[this.#count++] = this.#size;
    this.#pending.push(bytes);
    this.#pendingSize += bytes.length;
    if (this.#pendingSize >= BLOCK) await this.flush();
  }

  /** To be called after the last `add`. */
  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending.splice(0));
    this.#pendingSize = 0;
    if (bytes.length > 0) await this.#file.write(bytes);
  }

  /** @returns undefined when there is no text of this number; a promise only when the file must be read */
  at(index: number): string | undefined | Promise<string> {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return undefined;
    const start = index === 0 ? 0 : this.#ends[index - 1]!;
    const end = this.#ends[index]!;
    const [first, last] = [Math.floor(start / BLOCK), Math.floor(end / BLOCK)];
    const cached = first === last ? this.#blocks.get(first) : undefined;
    return cached ? cached.toString("utf8", start % BLOCK, end % BLOCK) : this.#read(start, end);
  }

  async #read(start: number, end: number): Promise<string> {
    const [first, last] = [Math.floor(start / BLOCK), Math.floor(end / BLOCK)];
    const blocks: Buffer[] = [];
    for (let block = first; block <= last; block++) blocks.push(await this.#block(block));
    return Buffer.concat(blocks).toString("utf8", start - first * BLOCK, end - first * BLOCK);
  }

  async #block(index: number): Promise<Buffer> {
    const cached = this.#blocks.get(index);
    if (cached) return cached;
    const block = Buffer.alloc(BLOCK);
    const { bytesRead } = await this.#file.read(block, 0, BLOCK, index * BLOCK);
    const read = block.subarray(0, bytesRead);
    this.#blocks.set(index, read);
    return read;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const BLOCK = 64 * 1024;
/** Four bytes of memory each. */
const MAX_STRINGS = 8_000_000;
const TOO_MANY_STRINGS = "The workbook has too many different texts. Save the sheet as CSV, or split it.";
