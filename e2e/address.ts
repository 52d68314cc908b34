import { createServer } from "node:net";

/**
 * Where the shop of the journeys listens: an address of this machine that exists (some have no IPv4, some no IPv6), and
 * a free port, or E2E_PORT. Chosen once: what the runner's own processes inherit stays.
 */
export async function shopAddress(): Promise<{ host: string; port: number; origin: string }> {
  process.env.E2E_ADDRESS ??= await chooseAddress();
  const [host, port] = process.env.E2E_ADDRESS.split(" ") as [string, string];
  return { host, port: Number(port), origin: `http://${host.includes(":") ? `[${host}]` : host}:${port}` };
}

async function chooseAddress(): Promise<string> {
  for (const host of ["127.0.0.1", "::1"]) {
    const free = await freePort(host);
    if (free) return `${host} ${process.env.E2E_PORT ?? free}`;
  }
  throw new Error("Neither 127.0.0.1 nor ::1 can be listened on");
}

/** @returns null where this machine has no such address */
function freePort(host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(0, host, () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === "object" && bound ? bound.port : null));
    });
  });
}
