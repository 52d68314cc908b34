import { defineConfig, devices } from "@playwright/test";

const PORT = Number(process.env.E2E_PORT ?? 4173);

/** Browser journeys against the built shop, with a data folder of its own and the sample catalogue. */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/playwright",
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  retries: process.env.CI ? 1 : 0,
  fullyParallel: true,
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Recording every journey costs a good part of its time; one that failed is recorded when it is tried again.
    trace: "on-first-retry",
    // Nothing moves under what a journey is about to press.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: process.env.CHROMIUM || undefined,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "scripts on", use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 } } },
    {
      name: "scripts off",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 }, javaScriptEnabled: false },
    },
  ],
  webServer: {
    command: "node e2e/serve.mjs",
    url: `http://localhost:${PORT}/healthz`,
    timeout: 120_000,
    env: { PORT: String(PORT), DATA_DIR: ".cache/e2e-data", RATE_LIMIT: "off", LOG_LEVEL: "warn" },
    stdout: "pipe",
  },
});
