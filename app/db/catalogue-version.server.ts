import type { Db } from "./engine";

type Version = () => number | Promise<number>;

const versions = new WeakMap<Db, Version>();

/** The kept version of a shop's read connection. @returns undefined for a transaction, and other connections */
export const keptVersion = (read: Db): number | Promise<number> | undefined => versions.get(read)?.();

export const setKeptVersion = (read: Db, version: Version) => void versions.set(read, version);
