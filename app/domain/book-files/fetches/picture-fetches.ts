/** What has become of the pictures that an import named by address. */
export interface PictureFetches {
  waiting: number;
  done: number;
  refused: number;
  /** Not fetched, because staff stopped it. */
  stopped: number;
  /** The first of those that could not be fetched. */
  problems: { bookId: number; title: string; address: string; problem: string }[];
}

/** Of a book, at most: the cover and all further pictures. */
export const MOST_FETCHED = 9;
export const ADDRESS_MAX = 2000;

/** What a fetched picture is called, until staff describe it. */
export const AS_FETCHED = { kind: "other", alt: "" } as const;

/** The name of the change in a report. */
export const FETCHED = "Pictures to fetch";

/** Addresses that can be asked, each once. */
export const fetchable = (addresses: string[]): string[] =>
  [...new Set(addresses.map((address) => address.trim()))].filter(
    (address) => address.length <= ADDRESS_MAX && /^https?:\/\//i.test(address) && URL.canParse(address),
  );

/** @returns e.g. "2 from images.example.com" */
export function fetchedFrom(addresses: string[]): string {
  const hosts = [...new Set(addresses.map((address) => new URL(address).hostname))];
  return `${addresses.length} from ${hosts.slice(0, 3).join(", ")}${hosts.length > 3 ? " …" : ""}`;
}
