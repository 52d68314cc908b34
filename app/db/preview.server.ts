import { beside } from "./writing/beside.server";
import type { Db } from "./database.server";

/** Ends the transaction of a preview, so that nothing is kept. */
class Preview extends Error {
  constructor(readonly outcome: unknown) {
    super("a preview is not kept");
  }
}

/** What a transaction `beside` others would return now; nothing that it writes is kept. */
export async function preview<Outcome>(db: Db, run: (trx: Db) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await beside(db, async (trx) => {
      throw new Preview(await run(trx));
    });
  } catch (error) {
    if (error instanceof Preview) return error.outcome as Outcome;
    throw error;
  }
}
