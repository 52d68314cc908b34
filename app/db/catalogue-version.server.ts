import type { Db } from "./engine";

/** Something that knows the version of the catalogue without a query each time. */
interface Kept {
  version(): number | Promise<number>;
}

const versions = new WeakMap<Db, Kept>();

/** The kept version of a shop's read connection. @returns undefined for a transaction, and other connections */
export const keptVersion = (read: Db): number | Promise<number> | undefined => versions.get(read)?.version();

export const setKeptVersion = (read: Db, kept: Kept) => void versions.set(read, kept);
