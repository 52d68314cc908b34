import fc from "fast-check";

/**
 * Any character but half of a surrogate pair, for `fc.string({ unit })`. fast-check's own unit "binary" does the same, but
 * needs a second to make a table of all characters.
 */
export const anyCharacter = fc
  .oneof(
    { weight: 3, arbitrary: fc.integer({ min: 0, max: 0xff }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 0xd7_ff }) },
    { weight: 1, arbitrary: fc.integer({ min: 0xe0_00, max: 0x10_ff_ff }) },
  )
  .map((code) => String.fromCodePoint(code));
