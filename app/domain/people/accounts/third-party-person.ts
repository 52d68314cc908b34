import { EMAIL_MAX, NAME_MAX } from "./account-limits";
import { forgotPasswordSchema } from "./accounts.schema";
import type { Provider, ThirdPartyPerson } from "./identities";

/** Tidies a provider's data about a person for storing. Nothing in it can be relied on but the subject. */
export function toPerson(
  provider: Provider,
  claims: {
    subject: string;
    email?: string | undefined;
    emailVerified: boolean;
    firstName?: string | undefined;
    lastName?: string | undefined;
    name?: string | undefined;
  },
): ThirdPartyPerson {
  const address = forgotPasswordSchema.shape.email.safeParse(claims.email?.slice(0, EMAIL_MAX + 1));
  const email = address.success ? address.data : null;
  const [first, ...rest] = tidy(claims.name).split(" ");
  const firstName = tidy(claims.firstName) || first || tidy(email?.split("@", 1)[0]) || "Reader";
  return {
    provider,
    subject: claims.subject,
    email,
    emailVerified: email !== null && claims.emailVerified,
    firstName,
    lastName: tidy(claims.firstName) ? tidy(claims.lastName) : tidy(claims.lastName) || rest.join(" "),
  };
}

/** One line, cut to the forms' limit, without half a surrogate pair at its end. */
function tidy(name: string | undefined): string {
  return (name ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
