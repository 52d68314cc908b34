// The book to which visitors of a hidden one are led.

/** A book that can be chosen, or is. */
export interface SuccessorChoice {
  id: number;
  title: string;
  authors: string[];
  isbn13: string | null;
}

/** What the panel of ?successor= shows. */
export interface SuccessorData {
  book: { id: number; title: string; hidden: boolean };
  /** The one chosen; `hidden`: nobody is led there at present. */
  current: { id: number; title: string; hidden: boolean } | null;
  /** What was typed to find one. */
  typed: string;
  /** Null before a search. */
  found: SuccessorChoice[] | null;
}

const quoted = (title: string) => `“${title}”`;

export const ITSELF = "A book cannot lead to itself. Please choose another one.";
export const NOT_VISIBLE = "This book is not in the store. Please choose one that customers can see.";
/** Why a book cannot be a successor: it has one itself. */
export const hasSuccessorItself = (title: string, to: string) =>
  `${quoted(title)} itself leads to ${quoted(to)} when it is hidden. Please choose that one.`;
/** Why a book cannot be a successor: it leads to the same book. */
export const leadsToTheSame = (title: string) =>
  `${quoted(title)} itself leads to this book when it is hidden. Please choose another one.`;
/** The message after saving. @param to the successor's title; null: none */
export const successorSet = (title: string, to: string | null) =>
  to === null
    ? `Visitors of ${quoted(title)} are led nowhere`
    : `Visitors of ${quoted(title)} are led to ${quoted(to)}`;
