import { z } from "zod";

/**
 * The longest raw input that is accepted for a text of at most `max` characters. Leaves room for what cleaning
 * removes: surrounding spaces, line ends that browsers send as two characters, characters that JavaScript counts as
 * two.
 */
export const typedMax = (max: number): number => 2 * max + 1000;

/**
 * A text as typed, to be cleaned and then checked against its own limit. Far too long input is refused first, because
 * cleaning and comparing can take time quadratic in the length.
 * @param max of the cleaned text, in characters
 * @param tooLong the field's message for a text over its limit
 * @param missing the message when there is no text at all
 */
export const typedText = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(typedMax(max), { error: tooLong, abort: true });

/** Like `typedText`, for fields that JSON may also send as a number or null. A missing value becomes an empty text. */
export const typedValue = (max: number, tooLong: string, wrongType: string) =>
  z
    .union([z.string().max(typedMax(max), { error: tooLong, abort: true }), z.number(), z.null()], {
      error: wrongType,
    })
    .optional()
    .transform((value) => (value === undefined || value === null ? "" : String(value)));
