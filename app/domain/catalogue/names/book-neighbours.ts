import type { BookCard } from "../books/lists/catalogue";
import type { NamedRow } from "~/domain/kit/master-data";

/** Another volume of a book's series. */
export interface Volume extends Pick<BookCard, "id" | "title" | "lang"> {
  /** As staff wrote it: "2", "2.5", "Omnibus". */
  number: string;
  /** 'Book 2', 'Omnibus'. */
  note: string;
}

/** A book's place in its series. */
export interface SeriesPlace {
  series: NamedRow;
  /** 'Book 2 in the series', before its name. */
  words: string;
  /** The volumes with the nearest numbers; null at either end, and for a book without a number. */
  previous: Volume | null;
  next: Volume | null;
}
