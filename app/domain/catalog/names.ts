/**
 * What makes two names the same (decisions.md): surrounding and doubled white space and letter case do not count.
 * Stored as `name_key` beside each author, language, publisher, tag and logistics provider.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
