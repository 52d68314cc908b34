// A step of the build: whatever answers below /api/v1 stands in the OpenAPI document, whole.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { runnerImport } from "vite";
import { fail, ROOT } from "./prepare.mjs";

// The API's modules are loaded and not used: no database is opened, no environment of somebody's shop is read.
Object.assign(globalThis, { kitabDatabase: {} });
process.env = {
  PATH: process.env.PATH,
  NODE_ENV: "production",
  DATA_DIR: path.join(tmpdir(), "kitab-without-data"),
  SESSION_SECRET: randomBytes(32).toString("hex"),
};

const { module } = await runnerImport("./scripts/api-gaps.ts", {
  configFile: false,
  envDir: false,
  logLevel: "warn",
  root: ROOT,
  resolve: { tsconfigPaths: true },
});
if (module.gaps.length > 0) {
  fail(`The JSON API is not described in full:\n${module.gaps.map((gap) => `  - ${gap}`).join("\n")}`);
}
