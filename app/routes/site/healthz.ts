import { config } from "~/config.server";
import { healthCheck } from "~/db/health.server";
import { database } from "~/db/shop-database.server";
import { logger } from "~/platform/logger.server";

const check = healthCheck(database, config.dataDir);

/** 200 while the database can be read and written, else 503. */
export async function loader() {
  try {
    await check();
    return answer(200, "ok");
  } catch (error) {
    logger.error({ err: error }, "the shop cannot write, or its database does not answer");
    return answer(503, "the shop cannot write, or its database does not answer");
  }
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "Cache-Control": "no-store" } });
}
