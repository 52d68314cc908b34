import { EMAIL_MAX, forgotPasswordSchema, NAME_MAX } from "./accounts.schema";

/** Providers that customers can log in with, in the order of the buttons. */
export const PROVIDERS = ["google", "facebook"] as const;
export type Provider = (typeof PROVIDERS)[number];

export const PROVIDER_LABELS: Record<Provider, string> = { google: "Google", facebook: "Facebook" };

/** A person as a provider describes them: logged in there, not yet matched with an account here. */
export interface ThirdPartyPerson {
  provider: Provider;
  /** The provider's id of the person; never reused there. */
  subject: string;
  /** Lower case, as stored. null: none given, or not a valid address. */
  email: string | null;
  /** The provider has verified that the address is the person's own (docs/decisions/0010). */
  emailVerified: boolean;
  /** Never empty: pages greet with it. */
  firstName: string;
  lastName: string;
}

/** A provider that is connected with an account, to log in with. */
export interface Connection {
  provider: Provider;
  /** The address at the provider, when it was connected. */
  email: string | null;
  /** ISO 8601 */
  connectedAt: string;
}

/** Tidies a provider's data about a person for storing. Nothing in it can be relied on but the subject. */
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

/** One line, cut to the forms' limit, without half a surrogate pair at its end. */
function tidy(name: string | undefined): string {
  return (name ?? "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, NAME_MAX)
    .replace(/[\uD800-\uDBFF]$/, "")
    .trim();
}
