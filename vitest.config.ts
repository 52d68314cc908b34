import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SHOP_VARIABLES } from "./scripts/test/environment.mjs";

/** Short files that take long begin first: without times of an earlier run, vitest begins with the largest files. */
const LONG = /\/(?:crash|guide|import-pictures|price-list|scripts\/import)\.test\.ts$/;

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// Its own configuration: the React Router plugin is for the app's build, not for unit tests.
export default defineConfig({
  resolve: { alias: { "~": path.resolve("app") } },
  test: {
    environment: "node",
    pool: "forks",
    // A process runs many files and loads each module once: half the time of a process per file.
    isolate: false,
    include: ["app/**/*.test.ts", "app/**/*.test.tsx", "scripts/**/*.test.ts"],
    sequence: { sequencer: LongFilesFirst },
    // Tests wait for their shop, its mails and its locks about a third of the time: four workers use two cores.
    maxWorkers: 4,
    // On PostgreSQL a locked database is waited for, some seconds for each write.
    testTimeout: process.env.TEST_DATABASE === "postgres" ? 120_000 : 60_000,
    hookTimeout: 120_000,
    globalSetup: "app/test/run-folder.ts",
    setupFiles: "app/test/after-each-file.ts",
    // The time that a busy machine needs to start a process and notice its end.
    expect: { poll: { timeout: 20_000 } },
    env: {
      ...Object.fromEntries(SHOP_VARIABLES.map((name) => [name, ""])),
      DATA_DIR: ".cache/test-data",
      LOG_LEVEL: "silent",
      WORKERS: "1",
      NODE_ENV: "test",
      SESSION_SECRET: "a secret for tests only, long enough",
    },
  },
});
