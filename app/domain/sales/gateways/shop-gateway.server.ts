import { config } from "~/process/config.server";
import type { Gateway } from "./gateway.server";
import { DRIVERS } from "./gateway-drivers.server";
import type { PaymentProvider } from "./payment-provider";
import { PROVIDERS } from "./payment-providers";

let gateways: Gateway[] | undefined;
let loopback = `http://127.0.0.1:${config.PORT}`;

/** The server calls this once it listens. @param origin its own URL, e.g. http://127.0.0.1:3000 */
export function setLoopbackOrigin(origin: string): void {
  loopback = origin;
  gateways = undefined;
}

/** Where this process serves itself, for the sandbox's own calls. */
export function loopbackOrigin(): string {
  return loopback;
}

/** The gateway for new payments. */
export function shopGateway(): Gateway {
  return shopGateways()[0]!;
}

/** That gateway first, then those of other providers that are set up, for orders that were paid there. */
export function shopGateways(): Gateway[] {
  return (gateways ??= config.paymentSettings.map(({ name, settings }) =>
    DRIVERS[name]!.open({ settings, origin: loopback }),
  ));
}

/** The names of the providers that are set up. */
export function reachableGateways(): string[] {
  return config.paymentSettings.map(({ name }) => name);
}

/** The provider for new payments. */
export function shopProvider(): PaymentProvider {
  return PROVIDERS[config.payments];
}
