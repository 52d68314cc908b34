const wordsOf = (title: string) =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((word) => word.replace(/[\u0300-\u036F]/g, ""))
    .filter(Boolean);

/**
 * Whether a title is of another book: fewer than half of the shorter one's words stand in the other. A corrected spelling or
 * an added subtitle is no other title.
 */
export function isOtherTitle(one: string | undefined, other: string): boolean {
  const [words, others] = [wordsOf(one ?? ""), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return words.length !== others.length;
  const known = new Set(others);
  const shared = words.filter((word) => known.has(word)).length;
  return shared < Math.min(words.length, others.length) / 2;
}
