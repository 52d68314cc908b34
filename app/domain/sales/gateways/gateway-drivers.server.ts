import type { GatewayDriver } from "./gateway.server";
import { PROVIDER_NAMES } from "./payment-providers";

export type Drivers = Record<string, GatewayDriver>;

const files = import.meta.glob<GatewayDriver>("./*/gateway.server.ts", { eager: true, import: "driver" });

/** The drivers of all providers, from their folders. */
export const DRIVERS: Drivers = Object.fromEntries(PROVIDER_NAMES.map((name) => [name, driverOf(name)]));

function driverOf(name: string): GatewayDriver {
  const driver = files[`./${name}/gateway.server.ts`];
  if (!driver) throw new Error(`domain/gateways/${name}/gateway.server.ts has no driver`);
  return driver;
}
