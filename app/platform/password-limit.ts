/**
 * The longest password, in UTF-16 units: long enough for any passphrase. Bringing a text into one form (NFKC) can take
 * time that grows with the square of its length, so this is looked at before anything else.
 */
export const PASSWORD_MAX = 200;
