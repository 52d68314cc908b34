import { EMAIL_MAX, forgotPasswordSchema, NAME_MAX } from "./accounts.schema";

/** Whom customers can sign in through, in the order of the buttons. */
export const PROVIDERS = ["google", "facebook"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_LABELS: Record<Provider, string> = { google: "Google", facebook: "Facebook" };

/** Who a provider says somebody is: proven there, and not yet anybody here. */
export interface ThirdPartyPerson {
  provider: Provider;
  /** The provider's own name for the person; never reused there. */
  subject: string;
  /** As in the database: lower case. null: none told, or none that mail can be sent to. */
  email: string | null;
  /** The provider vouches that the address is the person's own (docs/decisions/0010). */
  emailVerified: boolean;
  /** Never empty: the shop greets with it. */
  firstName: string;
  lastName: string;
}

/** A provider that an account is signed in to through. */
export interface Connection {
  provider: Provider;
  /** The address at the provider, when it was connected. */
  email: string | null;
  /** ISO 8601 */
  connectedAt: string;
}

/** The person as the shop keeps them, from what a provider told: nothing in it can be relied on but the subject. */
export function toPerson(
  provider: Provider,
  told: {
    subject: string;
    email?: string | undefined;
    emailVerified: boolean;
    firstName?: string | undefined;
    lastName?: string | undefined;
    name?: string | undefined;
  },
): ThirdPartyPerson {
  const address = forgotPasswordSchema.shape.email.safeParse(told.email?.slice(0, EMAIL_MAX + 1));
  const email = address.success ? address.data : null;
  const [first, ...rest] = tidy(told.name).split(" ");
  const firstName = tidy(told.firstName) || first || tidy(email?.split("@", 1)[0]) || "Reader";
  return {
    provider,
    subject: told.subject,
    email,
    emailVerified: email !== null && told.emailVerified,
    firstName,
    lastName: tidy(told.firstName) ? tidy(told.lastName) : tidy(told.lastName) || rest.join(" "),
  };
}

/** One line of at most the forms' own length, and no half of a character at its end. */
function tidy(name: string | undefined): string {
  return (name ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
