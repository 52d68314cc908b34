import { readDb } from "~/db/shop-database.server";
import { logger } from "~/platform/logger.server";

/** 200 once the database answers, else 503. */
export async function loader() {
  try {
    await readDb.selectFrom("catalogue_version").select("version").executeTakeFirstOrThrow();
    return new Response("ok\n", { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    logger.error({ err: error }, "the database does not answer");
    return new Response("the database does not answer\n", {
      status: 503,
      headers: { "Cache-Control": "no-store" },
    });
  }
}
