import { defineConfig, devices } from "@playwright/test";
import { shopAddress } from "./e2e/address";
import { type FACES, fontsOfJourneys } from "./e2e/fonts";

const { host, port, origin } = await shopAddress();
const face = (process.env.E2E_FACE ?? "usual") as keyof typeof FACES;

/**
 * Browser journeys against the built shop, with a data folder of its own and the sample catalogue. Nothing comes from
 * the machine but the browser: fonts, language and time zone are the journeys' own. E2E_FACE=wide or narrow, and
 * E2E_TIMEZONE, try all of them in another.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/playwright",
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Journeys wait for frames, mails and the gateway; those that look for barriers keep a core busy. Three fill two cores.
  workers: 3,
  retries: 0,
  fullyParallel: true,
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 900 },
    baseURL: origin,
    locale: "en-IN",
    timezoneId: process.env.E2E_TIMEZONE ?? "Asia/Kolkata",
    // One context and one page for all journeys of a worker, emptied in between: a new one costs more than most steps.
    reuseContext: true,
    // Nothing moves under what a journey is about to press.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      env: { ...process.env, ...fontsOfJourneys(face) } as Record<string, string>,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--in-process-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  // What is for one of the two alone is not in the other's list: files by their names, tests by their tags.
  projects: [
    { name: "scripts on", testIgnore: /forms-\w+\.spec\.ts$/, grepInvert: /@plain/ },
    {
      name: "scripts off",
      testIgnore: /(?:accessible|budgets|keyboard|pending|storefront-layout)\.spec\.ts$/,
      grepInvert: /@scripts/,
      use: { javaScriptEnabled: false },
    },
  ],
  webServer: {
    command: "node e2e/serve.mjs",
    url: `${origin}/healthz`,
    timeout: 300_000,
    env: {
      HOST: host,
      PORT: String(port),
      DATA_DIR: ".cache/e2e-data",
      RATE_LIMIT: "off",
      LOG_LEVEL: "warn",
    },
    stdout: "pipe",
  },
});
