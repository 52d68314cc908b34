import { z } from "zod";
import { REDIRECT_MAX } from "~/domain/kit/search-params";
import { EMAIL_PATTERN, inOneLine, mailAddress, typedText } from "~/domain/kit/typed-text";
import { EMAIL_MAX, NAME_MAX, PASSWORD_HINT, PASSWORD_MAX } from "./account-limits";

/** The limit of a whole request body. */
const TRIED_MAX = 65_536;
const TOKEN_MAX = 200;

export const LOGIN_FAILED = "Login failed. Please check your credentials.";

const NOT_AN_ADDRESS = "Please enter a valid email address";
const TOO_SHORT = "Password must be at least 8 characters long";
const NOT_EQUAL = "Passwords do not match";

/**
 * Reports only the first problem of a field. (`abort` would do that too, but would also skip the form's other rules,
 * such as whether both passwords are the same.)
 */
const firstProblem = (find: (value: string) => string | false) =>
  z.superRefine<string>((value, context) => {
    const message = find(value);
    if (message) context.addIssue({ code: "custom", message });
  });

const EMAIL_TOO_LONG = `Email must be ${EMAIL_MAX} characters or less`;
const isAddress = (text: string) => z.email({ pattern: EMAIL_PATTERN }).safeParse(text).success;

export const emailField = typedText(EMAIL_MAX, EMAIL_TOO_LONG, NOT_AN_ADDRESS)
  .trim()
  .toLowerCase()
  .overwrite(mailAddress)
  .check(
    firstProblem(
      (email) => (email.length > EMAIL_MAX && EMAIL_TOO_LONG) || (!isAddress(email) && NOT_AN_ADDRESS),
    ),
  )
  .meta({ format: "email", maxLength: EMAIL_MAX, examples: ["asha@example.com"] });

const nameField = (label: string, example: string) => {
  const tooLong = `${label} must be ${NAME_MAX} characters or less`;
  return typedText(NAME_MAX, tooLong, `${label} is required`)
    .overwrite(inOneLine)
    .trim()
    .min(1, `${label} is required`)
    .max(NAME_MAX, tooLong)
    .meta({ examples: [example] });
};

/** The rules that PASSWORD_HINT states (docs/specification.md §5.6). */
const passwordField = z
  .string({ error: TOO_SHORT })
  .max(PASSWORD_MAX, `Password must be ${PASSWORD_MAX} characters or less`)
  .check(
    firstProblem(
      (password) =>
        password.length <= PASSWORD_MAX &&
        ((password.length < 8 && TOO_SHORT) ||
          (!/\p{N}/u.test(password) && "Password must contain a number") ||
          (!/[^\p{L}\p{M}\p{N}\s]/u.test(password) && "Password must contain a special character")),
    ),
  )
  .meta({
    description: PASSWORD_HINT,
    minLength: 8,
    maxLength: PASSWORD_MAX,
    examples: ["Monsoon-Verandah-9"],
  });

export const passwordPair = {
  password: passwordField,
  confirmPassword: z
    .string({ error: NOT_EQUAL })
    .max(TRIED_MAX, NOT_EQUAL)
    .meta({ description: "The same password again.", examples: ["Monsoon-Verandah-9"] }),
};

const comparable = z.string().max(TRIED_MAX);

/** Reports unequal passwords at the second field, whatever else is wrong with the form. */
export const passwordsMatch = {
  path: ["confirmPassword"],
  error: NOT_EQUAL,
  when: ({ value }: { value: unknown }) =>
    z.object({ password: comparable, confirmPassword: comparable }).safeParse(value).success,
};
export const areEqual = (form: { password: string; confirmPassword: string }) =>
  form.password === form.confirmPassword;

export const nameFields = {
  firstName: nameField("First name", "Asha"),
  lastName: nameField("Last name", "Rao"),
};

const signupFields = z.object({
  ...nameFields,
  email: emailField,
  ...passwordPair,
});

/** The API's registration (docs/specification.md §7). */
export const signupSchema = signupFields.refine(areEqual, passwordsMatch);

/** Where to go afterwards. A value that is too long is ignored, so that it does not prevent the login. */
const redirectTo = z.string().max(REDIRECT_MAX).optional().catch(undefined);

const TERMS = "Please accept the terms and conditions";

/** The page's registration: the terms must be accepted there too. */
export const registerSchema = signupFields
  .extend({
    terms: z.boolean({ error: TERMS }).refine((accepted) => accepted, TERMS),
    redirectTo,
  })
  .refine(areEqual, passwordsMatch);

/**
 * A password to be compared with the account's. The schema lets one over 200 characters through: the comparison
 * (platform/secrets/passwords.server.ts) refuses it with the same message and the same work as any other wrong password.
 */
export const triedPassword = (missing?: string) =>
  z.string(missing === undefined ? {} : { error: missing }).max(TRIED_MAX, LOGIN_FAILED);

/** The username is the email address; its letter case and surrounding spaces do not matter. */
export const loginSchema = z.object({
  username: typedText(EMAIL_MAX, LOGIN_FAILED, "Please enter your username")
    .trim()
    .toLowerCase()
    .overwrite(mailAddress)
    .min(1, "Please enter your username"),
  password: triedPassword("Please enter your password").min(1, "Please enter your password"),
  remember: z.boolean().default(false),
  redirectTo,
});

export const forgotPasswordSchema = z.object({ email: emailField });

export const tokenField = z
  .string({ error: "The link is incomplete" })
  .max(TOKEN_MAX, "The link is incomplete")
  .meta({ description: "The token from the mailed link.", examples: ["the-token-of-the-link"] });

export const resetPasswordSchema = z
  .object({ token: tokenField, ...passwordPair })
  .refine(areEqual, passwordsMatch);

const NO_CURRENT = "Please enter your current password";

/** Asked for again before a sensitive change, to prove that the account is theirs. */
const currentPassword = triedPassword(NO_CURRENT)
  .min(1, NO_CURRENT)
  .meta({ examples: ["Monsoon-Verandah-8"] });

export const changePasswordSchema = z
  .object({ currentPassword, ...passwordPair })
  .refine(areEqual, passwordsMatch);

export const namesSchema = z.object(nameFields);

/** Browsers do not send a checkbox that is not ticked. */
export const preferencesSchema = z.object({ showRecommendations: z.boolean().default(false) });

/** For the API: fields that are left out keep their value. */
export const profileSchema = z
  .object({
    ...nameFields,
    showRecommendations: z.boolean().meta({ description: "Whether pages suggest books.", examples: [true] }),
  })
  .partial();

export const changeEmailSchema = z.object({ newEmail: emailField, currentPassword });

export const deleteAccountSchema = z.object({ currentPassword });
