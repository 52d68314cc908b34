/** One of the sixty sample books. All texts were written for this project. */
export interface SampleBook {
  title: string;
  /** The title in its own script; not on books in English. */
  originalTitle?: string;
  authors: string[];
  language: string;
  /** Year of first publication or composition; null if unknown. */
  published: number | null;
  tags: string[];
  publisher: string;
  /** Whole rupees. */
  price: number;
  /** Whole rupees; only on books that are on sale. */
  salePrice?: number;
  stock: number;
  pages: number;
  featured?: true;
  brief: string;
  /** Two paragraphs. */
  description: [string, string];
}

/** The publishers of the sample books, all invented. */
export const LANTERN = "Monsoon Lantern Press";
export const NEELKANTH = "Neelkanth & Daughters";
export const GHATS = "Seven Ghats Editions";
