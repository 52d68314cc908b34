/** A row's id as a text. At most 15 digits: longer ones may not be safe integers. */
export const ID_PATTERN = /^[1-9]\d{0,14}$/;

/**
 * Reads an id from a part of an address or a form's field.
 * @returns null when it cannot be the id of a row
 */
export function parseId(value: unknown): number | null {
  return typeof value === "string" && ID_PATTERN.test(value) ? Number(value) : null;
}
