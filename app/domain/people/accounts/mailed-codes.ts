/** Codes of six digits that are mailed to an address, to log in with instead of a password. */

/** A code works this long. */
export const CODE_MINUTES = 10;
/** Codes that may be typed for one that was mailed. */
export const MOST_TRIES = 5;
/** Codes mailed to one address; then the newest stays as it is. */
export const CODES_AN_HOUR = 5;
export const CODES_A_DAY = 10;

/** The answer to everybody who asks for a code. */
export const CODE_SENT = "We have sent a code to your email. Please check your inbox!";
/** The code is used, too old, or typed wrong too often. */
export const CODE_OVER = "This code no longer works. Please ask for a new one";

/** @param left how many may still be typed */
export const wrongMailedCode = (left: number): string =>
  `This code is not right. Please look at the newest mail; you can type ${left === 1 ? "one more" : `${left} more`}`;

/** What a new account calls its owner until they say so: the letters before the @, such as "Asha" of asha.rao92@example.in. */
export function firstNameOf(email: string): string {
  const [letters = ""] = /^[a-z]{2,100}/.exec(email.split("@", 1)[0]!) ?? [];
  return letters ? letters[0]!.toUpperCase() + letters.slice(1) : "Reader";
}
