/** The digits of all scripts, such as ६ and ৬, as 0 to 9: Indian keyboards type them. All else stays. */
export const asciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    // The digits of a script are ten in a row; a few scripts have several rows, one after the other.
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((code - zero) % 10);
  });
