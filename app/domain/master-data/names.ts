/** A name as stored: without control characters and without doubled or surrounding white space. */
export function cleanName(name: string): string {
  return name
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .normalize("NFC");
}

/**
 * A key that is equal for equal names (docs/product-decisions.md §3.20): ignores surrounding and doubled white space
 * and letter case. Stored as `name_key` of each author, language, publisher, tag and logistics provider.
 */
export function nameKey(name: string): string {
  return cleanName(name).toLowerCase();
}
