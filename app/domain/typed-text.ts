import { z } from "zod";

/**
 * The longest entry that is looked at, for a text of at most `max` characters. Leaves room for what cleaning takes away:
 * spaces around it, line ends that browsers send as two characters, characters that JavaScript counts as two.
 */
export const typedMax = (max: number): number => 2 * max + 1000;

/**
 * A text as it is typed, to be cleaned and then held to its own limit. What is far too long is refused first: cleaning
 * and comparing can take time that grows with the square of the length.
 * @param max of the cleaned text, in characters
 * @param tooLong the field's message for a text over its limit
 * @param missing the message when there is no text at all
 */
export const typedText = (max: number, tooLong: string, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(typedMax(max), { error: tooLong, abort: true });

/** As `typedText`, for fields that JSON may send as a number or null too. Absent counts as empty. */
export const typedValue = (max: number, tooLong: string, wrongType: string) =>
  z
    .union([z.string().max(typedMax(max), { error: tooLong, abort: true }), z.number(), z.null()], {
      error: wrongType,
    })
    .optional()
    .transform((value) => (value === undefined || value === null ? "" : String(value)));
