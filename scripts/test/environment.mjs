// The environment variables of the shop, which tests clear so as not to depend on the machine.
import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../prepare.mjs";

const variables = readFileSync(path.join(ROOT, "app/process/environment.ts"), "utf8");

/** Their names, from app/process/environment.ts. */
export const SHOP_VARIABLES = [...variables.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map((found) => found[1]);
