import { setTimeout } from "node:timers/promises";
import { config } from "~/process/config.server";
import { healthCheck } from "~/db/health/health.server";
import { database } from "~/db/shop-database.server";
import { isPrimaryAlive } from "~/platform/in-primary.server";
import { logger } from "~/platform/logger.server";

const check = healthCheck(database, config.dataDir);
const ALIVE_MS = 2000;

/** 200 while the database can be read and written and the background work goes on, else 503. */
export async function loader() {
  try {
    await Promise.all([check(), inTime(isPrimaryAlive())]);
    return answer(200, "ok");
  } catch (error) {
    logger.error({ err: error }, "the shop cannot write, or its database does not answer");
    return answer(503, "the shop cannot write, or its database does not answer");
  }
}

async function inTime(answered: Promise<unknown>): Promise<void> {
  const late = setTimeout(ALIVE_MS, "late", { ref: false });
  if ((await Promise.race([answered, late])) === "late")
    throw new Error("the process of the background work does not answer");
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store" } });
}
