import { expect } from "@playwright/test";
import { asStaff } from "./staff";
import { SCRIPTS, test } from "./support";

test.use({ timezoneId: "America/Los_Angeles", locale: "de-DE" });

test(
  "dates and prices are Indian in a browser with another time zone and language",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin");
    for (const path of ["/admin/orders", "/admin/reviews", "/admin"]) {
      // Of this very load: other journeys change the lists meanwhile.
      const sent = await page.goto(path);
      const datesAndPrices = () =>
        page
          .getByRole("main")
          .getByText(/\d{4}|₹/)
          .allTextContents();
      await page.waitForFunction(() =>
        Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
      );
      const html = await sent!.text();
      const texts = (await datesAndPrices()).map((text) => text.trim()).filter(Boolean);
      expect(texts.length).toBeGreaterThan(3);
      const plain = await page.evaluate(
        (source) => new DOMParser().parseFromString(source, "text/html").querySelector("main")!.textContent,
        html,
      );
      for (const text of texts) expect(plain, path).toContain(text);
    }
  },
);
