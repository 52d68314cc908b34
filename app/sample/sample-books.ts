import { sql } from "kysely";
import type { Db } from "~/db/database.server";
import books from "./books.json";

/** One of the sixty sample books. All texts were written for this project. */
interface SampleBook {
  title: string;
  /** The title in its own script; not on books in English. */
  originalTitle?: string;
  authors: string[];
  language: string;
  /** Year of first publication or composition; null if unknown. */
  published: number | null;
  tags: string[];
  /** Invented. */
  publisher: string;
  /** Whole rupees. */
  price: number;
  /** Whole rupees; only on books that are on sale. */
  salePrice?: number;
  stock: number;
  pages: number;
  /** A code of ONIX list 150. */
  format: string;
  featured?: boolean;
  /** A file of the folder covers. */
  cover: string;
  brief: string;
  /** Two paragraphs. */
  description: string[];
}

/** The sixty books of the sample catalogue. */
export const SAMPLE_BOOKS: readonly SampleBook[] = books;

/** Records the books with ids above `afterId` as sample books. @param trx the transaction that adds them */
export async function recordSampleBooks(trx: Db, afterId: number): Promise<void> {
  await sql`insert into sample_books (book_id, title) select id, title from books where id > ${afterId}`.execute(
    trx,
  );
}
