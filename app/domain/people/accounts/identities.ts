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
