// Imports of a running shop, asked for in its database, for the benchmarks.
import { setTimeout as sleep } from "node:timers/promises";

/** @param db the shop's SQLite database */
export function importsOf(db) {
  const now = () => new Date().toISOString();
  return {
    /** Asks for a check, as the back office does. @returns its id */
    ask({ kind, file = null, format, columns = "[]", mapping = "{}" }) {
      return db
        .prepare(
          `insert into bulk_changes
           (kind, status, actor, file_name, file, format, columns, mode, mapping, created_at, asked_at)
           values (?, 'planning', 'Bench', 'bench', ?, ?, ?, 'add_and_change', ?, ?, ?)`,
        )
        .run(kind, file, format, columns, mapping, now(), now()).lastInsertRowid;
    },

    go(id, status) {
      db.prepare("update bulk_changes set status = ?, started_at = ?, asked_at = ? where id = ?").run(
        status,
        now(),
        now(),
        id,
      );
      if (status === "importing") db.prepare("update bulk_changes set done = 0 where id = ?").run(id);
    },

    /** Waits until the shop has taken the work up, which it looks for every five seconds, and then until it is done. @returns seconds */
    async ended(id, status) {
      const read = db.prepare("select status, problem, holder from bulk_changes where id = ?");
      while (read.get(id).status !== status && !read.get(id).holder) await sleep(10);
      const started = performance.now();
      for (;;) {
        const { status: now, problem } = read.get(id);
        if (now === status) return (performance.now() - started) / 1000;
        if (now === "failed") throw new Error(problem);
        await sleep(50);
      }
    },
  };
}
