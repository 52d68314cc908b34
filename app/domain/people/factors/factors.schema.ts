import { z } from "zod";
import { triedPassword } from "../accounts/accounts.schema";
import { typedNumber, typedText } from "~/domain/kit/typed-text";
import { CODE_DIGITS, CODE_MAX, PASSKEY_NAME_MAX } from "./factors";

const CODE_MISSING = "Please type the code";
const SIX_DIGITS = `The code has ${CODE_DIGITS} digits`;

/** A code from the app; spaces do not matter. */
export const appCodeField = typedNumber(CODE_MAX, SIX_DIGITS, CODE_MISSING)
  .transform((text) => text.replace(/[\s\p{Pd}]/gu, ""))
  .pipe(
    z
      .string({ error: CODE_MISSING })
      .max(CODE_MAX)
      .min(1, CODE_MISSING)
      .regex(/^\d{6}$/, SIX_DIGITS),
  );

/** A code from the app or a recovery code. */
const anyCodeField = typedText(CODE_MAX, "This is too long for a code", CODE_MISSING)
  .trim()
  .min(1, CODE_MISSING);

const currentPassword = triedPassword("Please enter your password").min(1, "Please enter your password");

export const confirmAppSchema = z.object({ code: appCodeField });

/** After the password. */
export const secondStepSchema = z.object({
  code: anyCodeField,
  rememberDevice: z.boolean().default(false),
});

/** Switching a factor off asks for both. */
export const switchOffSchema = z.object({ password: currentPassword, code: anyCodeField });

export const provePasswordSchema = z.object({ password: currentPassword });
export const proveCodeSchema = z.object({ code: anyCodeField });

const NAME_MISSING = "Please give the passkey a name";
const NAME_LONG = `The name must be ${PASSKEY_NAME_MAX} characters or less`;

export const passkeyNameSchema = z.object({
  name: typedText(PASSKEY_NAME_MAX, NAME_LONG, NAME_MISSING)
    .transform((text) => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim())
    .pipe(z.string({ error: NAME_MISSING }).max(PASSKEY_NAME_MAX, NAME_LONG).min(1, NAME_MISSING)),
});
