import { freePort, LOOPBACK_HOST } from "./servers/loopback";
import { startTestShop, type TestShop } from "./shop";

/** Starts the built shop in live mode, with test payments and an admin of its own. @param env further variables */
export async function startLiveShop(env: Record<string, string> = {}, dataDir?: string): Promise<TestShop> {
  // BASE_URL contains the port, so it must be known before the shop listens.
  const port = await freePort();
  const live = {
    SHOP_MODE: "live",
    FORM_TIMING: "on",
    PORT: String(port),
    BASE_URL: `http://${LOOPBACK_HOST}:${port}`,
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "shop@example.in",
    PAYMENTS: "sandbox",
    ADMIN_EMAIL: "staff@example.in",
    ADMIN_PASSWORD: "a long passw0rd!",
  };
  return startTestShop({ ...live, ...env }, dataDir);
}
