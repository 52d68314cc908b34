import type { PaymentProvider } from "./payment-provider";
import { razorpay } from "./razorpay/provider";
import { sandbox } from "./sandbox/provider";

/**
 * The payment providers, one line each. The key is the provider's folder here, the value of PAYMENTS, and the name that
 * orders, payments and events are stored with. docs/decisions/0004-payments.md says how to add one.
 */
export const PROVIDERS = { razorpay, sandbox } satisfies Providers;

export type Providers = Record<string, PaymentProvider>;
export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as [ProviderName, ...ProviderName[]];

/** @returns undefined for a name that no provider has, or has any more */
export function findProvider(name: string, providers: Providers = PROVIDERS): PaymentProvider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}
