// A step of the build: checks that every operation below /api/v1 is fully described in the OpenAPI document.
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { runnerImport } from "vite";
import { fail, ROOT } from "./prepare.mjs";

// The API's modules are only loaded: without opening a database or reading the environment of a shop.
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
