import { z } from "zod";
import { EMAIL_PATTERN, mailAddress, typedText } from "~/domain/kit/typed-text";

export const EMAIL_MAX = 119;
const NOT_AN_ADDRESS = "Please enter a valid email address";
const TOO_LONG = "Email must be less than 120 characters";

/** The same whether the address was new or known, so that it does not reveal who is subscribed. */
export const SUBSCRIBED = "Thank you! Please check your email: a link in it confirms your subscription.";

/**
 * An email address under 120 characters (docs/specification.md §5); letter case and surrounding spaces do not
 * matter.
 */
export const newsletterSchema = z.object({
  email: typedText(EMAIL_MAX, TOO_LONG, NOT_AN_ADDRESS)
    .trim()
    .toLowerCase()
    .overwrite(mailAddress)
    .max(EMAIL_MAX, { error: TOO_LONG, abort: true })
    .pipe(z.email({ error: NOT_AN_ADDRESS, pattern: EMAIL_PATTERN })),
});
