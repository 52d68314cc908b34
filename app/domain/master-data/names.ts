/** A name as it is kept: no control characters, no doubled or surrounding white space. */
export function cleanName(name: string): string {
  return name
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .normalize("NFC");
}

/**
 * What makes two names the same (docs/product-decisions.md §3.20): surrounding and doubled white space and letter
 * case do not count. Stored as `name_key` beside each author, language, publisher, tag and logistics provider.
 */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase();
}
