import { freePort, LOOPBACK, LOOPBACK_HOST } from "../app/test/servers/loopback";

/**
 * Where the journeys' shop listens: E2E_PORT, or a free port. The port is chosen once and stored in E2E_PORT, which
 * Playwright's workers inherit.
 */
export async function shopAddress(): Promise<{ host: string; port: number; origin: string }> {
  const port = (process.env.E2E_PORT ||= String(await freePort()));
  return { host: LOOPBACK, port: Number(port), origin: `http://${LOOPBACK_HOST}:${port}` };
}
