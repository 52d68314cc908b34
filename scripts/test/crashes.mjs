// npm run test:crashes: fifty times a process of a shop or its PostgreSQL is killed during checkouts. Minutes.
import { spawnSync } from "node:child_process";
import { bin } from "../prepare.mjs";

const { status } = spawnSync(bin("vitest"), ["run", "app/test/fleet/crashes.postgres.test.ts"], {
  stdio: "inherit",
  env: { CRASH_ROUNDS: "50", ...process.env, TEST_DATABASE: "postgres" },
});
process.exit(status ?? 1);
