/** What the shop says of a payment provider, and what it needs to be set up: `provider.ts` in the provider's folder. */
export interface PaymentProvider {
  /** As records name it: an order's payment method, an invoice. */
  label: string;
  /** How the checkout offers it. */
  offer: {
    /** Of the radio button: its id and value. */
    value: string;
    name: string;
    text: string;
    /** The payment page's first sentences. */
    lead: string;
  };
  /** A provider that takes no money. */
  isTest: boolean;
  /** The environment variables that it needs, all of them. */
  settings: readonly string[];
  /** @returns sentences that say what is wrong with the variables that are there */
  problems(env: Given): string[];
  /** @returns sentences for whoever starts a live shop with it */
  notes(env: Given): string[];
}

export type Given = Record<string, string | undefined>;
