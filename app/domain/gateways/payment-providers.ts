import type { Given, PaymentProvider } from "./payment-provider";
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

/**
 * The providers that the shop can reach: the one it sells with, first, and others whose variables are set as well, so
 * that orders which were paid there can be refunded. One without variables is reached only while the shop sells with it.
 * @param chosen the value of PAYMENTS @param given the environment
 */
export function reachableProviders(chosen: ProviderName, given: Given): ProviderName[];
export function reachableProviders(chosen: string, given: Given, providers: Providers): string[];
export function reachableProviders(chosen: string, given: Given, providers: Providers = PROVIDERS): string[] {
  const isSetUp = ({ settings, problems }: PaymentProvider) =>
    settings.length > 0 && settings.every((name) => given[name]) && problems(given).length === 0;
  const others = Object.keys(providers).filter((name) => name !== chosen && isSetUp(providers[name]!));
  return [chosen, ...others];
}

/** @returns undefined for a name that no provider has, or has any more */
export function findProvider(name: string, providers: Providers = PROVIDERS): PaymentProvider | undefined {
  return Object.hasOwn(providers, name) ? providers[name] : undefined;
}
