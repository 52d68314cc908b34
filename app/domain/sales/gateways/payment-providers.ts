import type { Given, PaymentProvider } from "./payment-provider";
import { razorpay } from "./razorpay/provider";
import { sandbox } from "./sandbox/provider";

/**
 * The payment providers, one line each. The key is the provider's folder, the value of PAYMENTS, and the name in stored
 * orders, payments and events. docs/decisions/0004-payments.md says how to add one.
 */
export const PROVIDERS = { razorpay, sandbox } satisfies Providers;

export type Providers = Record<string, PaymentProvider>;
export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as [ProviderName, ...ProviderName[]];

/**
 * The providers that the shop can call: the chosen one first, then others whose variables are set too, so that orders
 * paid there can be refunded. A provider without variables is included only if it is chosen.
 * @param chosen the value of PAYMENTS @param given the environment variables
 */
export function reachableProviders(chosen: ProviderName, given: Given): ProviderName[];
export function reachableProviders(chosen: string, given: Given, providers: Providers): string[];
export function reachableProviders(chosen: string, given: Given, providers: Providers = PROVIDERS): string[] {
  const isSetUp = ({ settings, problems }: PaymentProvider) =>
    settings.length > 0 && settings.every((name) => given[name]) && problems(given).length === 0;
  const others = Object.keys(providers).filter((name) => name !== chosen && isSetUp(providers[name]!));
  return [chosen, ...others];
}

/** @returns undefined for the name of no present provider */
export function findProvider(name: string, providers: Providers = PROVIDERS): PaymentProvider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}
