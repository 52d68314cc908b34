/**
 * A text in one line and of at most so many characters, cut at the end of a word where it has one in its later half.
 * @param length the ellipsis included
 */
export function shortText(text: string, length: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (line.length <= length) return line;
  const space = line.lastIndexOf(" ", length - 1);
  const end = space > length / 2 ? space : length - 1;
  // Never between the halves of a character beyond the first 65,536.
  const cut = line.slice(0, end).replace(/[\uD800-\uDBFF]$/u, "");
  return `${cut.replace(/[\s,;:.·–-]+$/u, "")}…`;
}
