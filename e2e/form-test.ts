import type { APIRequestContext } from "@playwright/test";
import { signIn, test } from "./support";

/** Somebody of the staff, who does what a test needs without a page. */
export interface Staff {
  request: APIRequestContext;
}

/** For the journeys that are about one form each, without scripts only (forms-*.spec.ts): with staff at hand. */
export const formTest = test.extend<{ staff: Staff }>({
  staff: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await signIn({ request }, "admin@kitab.example", "Open-the-shop-1");
    await use({ request });
    await request.dispose();
  },
});
