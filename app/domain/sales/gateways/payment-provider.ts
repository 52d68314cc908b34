/** What the shop shows of a payment provider, and what it needs for set-up: `provider.ts` in the provider's folder. */
export interface PaymentProvider {
  /** Its name in an order's payment method and on invoices. */
  label: string;
  /** How the checkout offers it. */
  offer: {
    /** Id and value of the radio button. */
    value: string;
    name: string;
    text: string;
    /** The first sentences of the payment page. */
    lead: string;
  };
  /** Whether it takes no real money. */
  isTest: boolean;
  /** All environment variables that it needs. */
  settings: readonly string[];
  /** @returns sentences that say what is wrong with the given variables */
  problems(env: Given): string[];
  /** @returns sentences that warn whoever starts a live shop with it */
  notes(env: Given): string[];
}

export type Given = Record<string, string | undefined>;
