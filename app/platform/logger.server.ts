import pino from "pino";
import { config } from "~/process/config.server";

/** Logs JSON lines to standard output, without passwords, tokens and payment signatures. */
export const logger = pino(
  {
    level: config.LOG_LEVEL,
    // In a shop of several workers each line has the number of its process.
    base: config.workers > 1 ? { worker: config.worker ?? "primary" } : undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["password", "*.password", "token", "*.token", "authorization", "cookie", "*.signature"],
  },
  pino.destination({ dest: 1, sync: false, minLength: 0 }),
);
