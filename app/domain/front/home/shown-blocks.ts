import type { BookCard } from "~/domain/catalogue/books/lists/catalogue";
import type { BlockContents, BlockKind } from "./block-kinds";

/** What the views of some kinds need besides the block's content. */
interface BlockData {
  /** Its covers, the first in the middle. */
  hero: {
    books: Pick<BookCard, "id" | "title" | "cover">[];
    /** The pages of the languages that the shop has books in, by language tag; only where the words are shown. */
    doors?: Record<string, LanguageDoor>;
  };
  shelf: {
    books: BookCard[];
    /** The list that goes on where the shelf ends; absent: all books, or none for chosen ones. */
    more?: { to: string; label: string };
  };
  /** Pairs, which are shorter in the page's data than objects. */
  categories: { categories: [name: string, count: number][] };
  textWithPicture: MadeByServer;
  quotation: MadeByServer;
}

/** The last part of a language's address, its name and the number of its visible books: a tuple, to keep the page small. */
export type LanguageDoor = [part: string, name: string, count: number];

interface MadeByServer {
  /** The class of its section. */
  look: string;
  /** Safe to show. */
  html: string;
}

/** A block as a page shows it. One whose content is that of a new block, or is in its HTML, comes without it: on a first visit each byte counts. */
export type ShownBlockOf<Kind extends BlockKind> = {
  kind: Kind;
  content?: BlockContents[Kind];
} & (Kind extends keyof BlockData ? BlockData[Kind] : unknown);

export type ShownBlock = { [Kind in BlockKind]: ShownBlockOf<Kind> }[BlockKind];
