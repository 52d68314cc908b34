// The built shop for the browser journeys, with an empty data folder at each run.
import { rmSync } from "node:fs";

rmSync(process.env.DATA_DIR, { recursive: true, force: true });
await import("../scripts/start.mjs");
