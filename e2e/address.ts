import { freePort, LOOPBACK, LOOPBACK_HOST } from "../app/test/loopback";

/**
 * Where the shop of the journeys listens: a free port, or E2E_PORT. Chosen once: what the runner's own processes inherit
 * stays.
 */
export async function shopAddress(): Promise<{ host: string; port: number; origin: string }> {
  const port = (process.env.E2E_PORT ||= String(await freePort()));
  return { host: LOOPBACK, port: Number(port), origin: `http://${LOOPBACK_HOST}:${port}` };
}
