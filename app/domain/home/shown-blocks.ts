import type { BookCard, TagCount } from "../catalogue/catalogue";
import type { BlockContents, BlockKind } from "./block-kinds";

/** What the views of some kinds need besides the block's content. */
interface BlockData {
  /** Its covers, the first in the middle. */
  hero: { books: Pick<BookCard, "id" | "title" | "cover">[] };
  shelf: {
    books: BookCard[];
    /** The list that goes on where the shelf ends; absent: all books, or none for chosen ones. */
    more?: { to: string; label: string };
  };
  categories: { categories: Pick<TagCount, "name" | "count">[] };
  textWithPicture: {
    /** The text as HTML, safe to show. */
    html: string;
    picture: ShownPicture | null;
  };
}

export interface ShownPicture {
  src: string;
  srcSet: string;
  width: number;
  height: number;
  alt: string;
}

/** A block as a page shows it. One whose content is that of a new block comes without it: on a first visit each byte counts. */
export type ShownBlockOf<Kind extends BlockKind> = {
  kind: Kind;
  content?: BlockContents[Kind];
} & (Kind extends keyof BlockData ? BlockData[Kind] : unknown);

export type ShownBlock = { [Kind in BlockKind]: ShownBlockOf<Kind> }[BlockKind];
