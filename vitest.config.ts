import path from "node:path";
import { defineConfig } from "vitest/config";

// Its own configuration: the React Router plugin is for the app's build, not for unit tests.
export default defineConfig({
  resolve: { alias: { "~": path.resolve("app") } },
  test: {
    include: ["app/**/*.test.ts", "app/**/*.test.tsx", "scripts/**/*.test.ts"],
    environment: "node",
    pool: "forks",
    // On two cores vitest would take one, which waits for its shop and the disk half of the time.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: {
      BASE_URL: "",
      DATA_DIR: ".cache/test-data",
      LOG_LEVEL: "silent",
      NODE_ENV: "test",
      SESSION_SECRET: "a secret for tests only, long enough",
    },
  },
});
