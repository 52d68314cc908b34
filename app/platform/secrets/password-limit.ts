/**
 * The longest password, in UTF-16 units: long enough for any passphrase. Unicode normalisation (NFKC) can take time
 * quadratic in the length, so this is checked first.
 */
export const PASSWORD_MAX = 200;
