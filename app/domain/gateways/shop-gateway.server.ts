import { config } from "~/config.server";
import type { Gateway } from "./gateway.server";
import { DRIVERS } from "./gateway-drivers.server";
import type { PaymentProvider } from "./payment-provider";
import { PROVIDERS } from "./payment-providers";

let gateway: Gateway | undefined;
let loopback = `http://127.0.0.1:${config.PORT}`;

/** Told by the server once it listens: where this process reaches itself. @param origin e.g. http://127.0.0.1:3000 */
export function setLoopbackOrigin(origin: string): void {
  loopback = origin;
  gateway = undefined;
}

export function loopbackOrigin(): string {
  return loopback;
}

/** The gateway that this shop is configured for. */
export function shopGateway(): Gateway {
  const open = () => DRIVERS[config.payments]!.open({ settings: config.paymentSettings, origin: loopback });
  return (gateway ??= open());
}

/** What the shop says of the provider that it is configured for. */
export function shopProvider(): PaymentProvider {
  return PROVIDERS[config.payments];
}
