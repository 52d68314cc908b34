/** Longer titles are cut at the end of a word. */
const SLUG_MAX = 60;

/**
 * The part of a book's address that tells people and search engines its title: "Sultana’s Dream" gives
 * "sultanas-dream". Letters of every script stay; Latin ones lose their accents.
 * @returns "" for a title without letters or digits
 */
export function slugOf(title: string): string {
  const words = title
    .normalize("NFD")
    .replace(/[\u0300-\u036f'’\u200c\u200d]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const slug = words.join("-");
  if ([...slug].length <= SLUG_MAX) return slug;
  const cut = [...slug].slice(0, SLUG_MAX + 1).join("");
  const end = cut.lastIndexOf("-");
  return end > 0 ? cut.slice(0, end) : [...slug].slice(0, SLUG_MAX).join("");
}

/**
 * The canonical path of a book's page, e.g. "/books/12-godan", encoded for links and headers. Its id alone finds the
 * book; any other slug leads here.
 */
export function bookPath(book: { id: number; title: string }): string {
  const slug = slugOf(book.title);
  return `/books/${book.id}${slug && "-"}${encodeURIComponent(slug)}`;
}

/** @param part of an address, "12-godan" or "12" @returns what stands before the first hyphen, which need not be a number */
export function bookIdOf(part: string): string {
  return part.split("-", 1)[0]!;
}
