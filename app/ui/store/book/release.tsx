import { type Forthcoming, releaseWords } from "~/domain/catalogue/books/sale/sale";

/** 'Pre-order · Out on 12 Jan 2027', of a book that is not out yet; nothing for others. */
export function Release({ forthcoming }: { forthcoming?: Forthcoming }) {
  if (!forthcoming) return null;
  const { label, day } = releaseWords(forthcoming);
  return <span className="sale block">{day ? `${label} · ${day}` : label}</span>;
}
