/**
 * Shortens a text to one line of at most `length` characters; cut at the end of a word if there is one in the second
 * half.
 * @param length including the ellipsis
 */
export function shortText(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= length) return line;
  const space = line.lastIndexOf(" ", length - 1);
  const end = space > length / 2 ? space : length - 1;
  // Never between the two halves of a surrogate pair.
  const cut = line.slice(0, end).replace(/[\uD800-\uDBFF]$/u, "");
  return `${cut.replace(/[\s,;:.·–-]+$/u, "")}…`;
}
