// The variables that the shop reads, so that tests do not depend on those of whoever runs them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../prepare.mjs";

const config = readFileSync(path.join(ROOT, "app/config.server.ts"), "utf8");

/** Their names, as app/config.server.ts lists them. */
export const SHOP_VARIABLES = [...config.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((found) => found[1]);
