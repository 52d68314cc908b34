import { defineConfig, devices } from "@playwright/test";
import { shopAddress } from "./e2e/address";
import { type FACES, fontsOfJourneys } from "./e2e/fonts";

const { host, port, origin } = await shopAddress();
const face = (process.env.E2E_FACE ?? "usual") as keyof typeof FACES;

/**
 * Browser journeys against the built shop, with its own data folder and the sample catalogue. Only the browser comes
 * from the machine: fonts, language and time zone are fixed. E2E_FACE=wide or narrow, and E2E_TIMEZONE, change them.
 */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/playwright",
  globalSetup: "./e2e/enough-copies.ts",
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Most journeys wait for frames, mails and the gateway; accessibility checks keep a core busy. Four use two cores.
  workers: 4,
  retries: 0,
  fullyParallel: true,
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1280, height: 900 },
    baseURL: origin,
    locale: "en-IN",
    timezoneId: process.env.E2E_TIMEZONE ?? "Asia/Kolkata",
    // One context and page for all journeys of a worker, reset in between: a new one takes longer than most steps.
    reuseContext: true,
    // Without animations, buttons do not move before a click.
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
  // Journeys for only one of the two projects are excluded from the other: files by name, tests by tag.
  // The forms of these files do with scripts what order-desk, refused-again, toasts and others show of all.
  projects: [
    {
      name: "scripts on",
      testIgnore:
        /(?:forms-\w+|coverage|accounting|at-the-door|buyer|exchange|gstr1|quotation|reports|trade)\.spec\.ts$/,
      grepInvert: /@plain/,
    },
    {
      name: "scripts off",
      testIgnore: /(?:accessible|budgets|connection|coverage|keyboard|pending|storefront-layout)\.spec\.ts$/,
      grepInvert: /@scripts/,
      use: { javaScriptEnabled: false },
    },
    // Looks at what the others have recorded.
    { name: "coverage", testMatch: /coverage\.spec\.ts$/, dependencies: ["scripts on", "scripts off"] },
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
      FORM_TIMING: "off",
      LOG_LEVEL: "warn",
      WORKERS: "1",
      // npm run test:postgres
      ...(process.env.E2E_DATABASE_URL && {
        DATABASE_URL: process.env.E2E_DATABASE_URL,
        SESSION_SECRET: "a secret for journeys only, long enough",
      }),
    },
    stdout: "pipe",
  },
});
