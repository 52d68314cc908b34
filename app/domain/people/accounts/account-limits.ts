export { PASSWORD_MAX } from "~/platform/secrets/password-limit";

/** RFC 5321: the longest address mail can be sent to. */
export const EMAIL_MAX = 254;
export const NAME_MAX = 100;

export const PASSWORD_HINT = "At least 8 characters, with a number and a special character";
