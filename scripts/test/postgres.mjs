// npm run test:postgres [files]: the tests on a PostgreSQL server of their own instead of SQLite.
import { spawnSync } from "node:child_process";
import { bin } from "../prepare.mjs";

const { status } = spawnSync(bin("vitest"), ["run", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, TEST_DATABASE: "postgres" },
});
process.exit(status ?? 1);
