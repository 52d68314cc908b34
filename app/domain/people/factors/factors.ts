/**
 * Second factors: what somebody shows beside the password. A code from an app on the phone (TOTP), one of the recovery
 * codes that were written down, or a passkey. Staff with a second factor are asked for it at each login; customers may
 * log in with a passkey instead of the password.
 */

export const CODE_DIGITS = 6;
/** A typed code with spaces and dashes, or a recovery code. */
export const CODE_MAX = 40;
export const RECOVERY_CODES = 10;
export const PASSKEY_NAME_MAX = 60;
export const MOST_PASSKEYS = 20;

/** After this long without a proof, changes of consequence ask for one again. */
export const PROOF_MINUTES = 15;
/** Between the right password and the second factor. */
export const UNFINISHED_MINUTES = 10;
export const REMEMBERED_DAYS = 30;

export const WRONG_CODE =
  "This code is not right. Codes change every 30 seconds: please type the newest one. If it stays wrong, check the clock of your phone";
export const USED_CODE = "This code has been used already. Please wait for the next one in your app";
export const USED_RECOVERY_CODE = "This recovery code has been used already. Please type another one";
export const WRONG_RECOVERY_CODE = "This is none of your recovery codes. Please check what you typed";
export const UNREADABLE_SECRET =
  "The shop can no longer check codes from your app, because its secret key was changed. Please use a recovery code, and set the app up again";
export const OTHER_SITE = "This passkey was used at another address than this shop's, so it was not accepted";
export const PASSKEY_LATE = "This passkey's answer came too late, or was sent twice. Please try again";
export const PASSKEY_UNKNOWN =
  "This shop does not know this passkey any more. Please log in with your password";
export const PASSKEY_COPIED =
  "This passkey may have been copied: it has counted fewer uses than this shop. Please log in another way, and remove it";
export const PASSKEY_FAILED = "This passkey could not be checked. Please try again, or log in another way";
export const PASSKEY_UNREADABLE = "The passkey gave no answer that this shop understands. Please try again";
export const PASSKEY_KNOWN = "This passkey is in use already";
export const TOO_MANY_PASSKEYS = `You can have ${MOST_PASSKEYS} passkeys. Please remove one first`;
/** For customers whose address is not confirmed: somebody else may have registered with it. */
export const CONFIRM_FIRST = "Please confirm your email address first: open the link that we sent you";

/** Of the JSON API. */
export const CODE_NEEDED =
  "This account also needs a code from its app: send the six digits, or a recovery code, as code";
/** Of the JSON API. */
export const FACTOR_REQUIRED =
  "The owner of this shop asks all staff for a second step at login. Please set it up in the back office, under Your account, Security";

/** In the back office, of the page where one sets it up. */
export const SET_UP_FIRST =
  "The owner of this shop asks all staff for a second step at login. Please set yours up, then everything else opens";
export const OWN_FACTOR_FIRST =
  "Please set up your own second step first, under Your account, Security: otherwise you would lock yourself out";

/** What an account has set up. */
export interface Factors {
  /** When the app was set up (ISO 8601); null: no app. */
  appSince: string | null;
  passkeys: number;
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: number;
}

/** Whether a code or passkey is asked for at login; recovery codes alone do not count. */
export const hasFactor = ({ appSince, passkeys }: Factors) => appSince !== null || passkeys > 0;

/** A passkey as its owner sees it. Times ISO 8601. */
export interface Passkey {
  id: number;
  name: string;
  addedAt: string;
  lastUsedAt: string | null;
}

/** A browser that is not asked for the second factor. Times ISO 8601. */
export interface RememberedDevice {
  id: number;
  name: string;
  since: string;
  until: string;
}

export type SignInMethod =
  | ""
  | "password"
  | "code"
  | "recovery_code"
  | "passkey"
  | "remembered"
  | "third_party"
  | "mailed_code";

/** A login, a logout or a wrong code. */
export interface SignIn {
  id: number;
  event: "signed_in" | "signed_out" | "wrong_code";
  method: SignInMethod;
  /** E.g. "Firefox on Android". */
  device: string;
  /** ISO 8601. */
  at: string;
}

const METHODS: Record<SignInMethod, string> = {
  "": "",
  password: "with the password",
  code: "with password and code",
  recovery_code: "with password and recovery code",
  passkey: "with a passkey",
  remembered: "with the password, on a remembered device",
  third_party: "through Google or Facebook",
  mailed_code: "with a code by email",
};

/** E.g. "Logged in with a passkey". */
export function signInInWords({ event, method }: Pick<SignIn, "event" | "method">): string {
  if (event === "signed_out") return "Logged out";
  if (event === "wrong_code") return "Wrong code after the right password";
  return `Logged in ${METHODS[method]}`.trim();
}

/** The letters of recovery codes: digits and letters that cannot be taken for each other. */
export const RECOVERY_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const RECOVERY_LENGTH = 16;

/** A typed recovery code as it was made: capital letters without dashes; O is 0, I and L are 1. null: it is none. */
export function plainRecoveryCode(typed: string): string | null {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  if (plain.length !== RECOVERY_LENGTH) return null;
  return [...plain].every((letter) => RECOVERY_LETTERS.includes(letter)) ? plain : null;
}

/** In groups of four, to be read and typed. */
export const groupsOfFour = (text: string) => text.replace(/(.{4})(?=.)/g, "$1 ");

/** The text of the file with the recovery codes. */
export function recoveryCodesText(codes: string[], shop: { name: string; email: string }): string {
  return [
    `Recovery codes for ${shop.name}`,
    `Account: ${shop.email}`,
    "",
    "Each code opens the account once, together with the password,",
    "when the phone or the passkey is not at hand.",
    "Keep them where only you can read them.",
    "",
    ...codes,
    "",
  ].join("\r\n");
}
