/** A row's id as a text. 15 digits at most: longer ones are no safe integers. */
export const ID_PATTERN = /^[1-9]\d{0,14}$/;

/**
 * The id that a part of an address or a form's field holds.
 * @returns null for what cannot be a row's id
 */
export function parseId(value: unknown): number | null {
  return typeof value === "string" && ID_PATTERN.test(value) ? Number(value) : null;
}
