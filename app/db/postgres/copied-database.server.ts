import { createHash } from "node:crypto";
import type pg from "pg";
import { rowsOf } from "../copying/copy-text";
import {
  ALL_ROWS,
  type CopiedDatabase,
  type CopiedTable,
  list,
  PART_LENGTH,
  quoted,
} from "../copying/databases";
import { sequencesOf, tablesOf } from "./copied-schema.server";
import { streams } from "./pools.server";

/** A connection as a database to be read: its tables, their rows, digests and figures. */
export function copiedDatabase(client: pg.Client): CopiedDatabase {
  /** Whether the server is still sending rows, also when nobody reads on. */
  let isSending = false;
  async function* sent(table: CopiedTable): AsyncGenerator<Buffer> {
    isSending = true;
    yield* linesOf(client, table);
    isSending = false;
  }
  return {
    tables: () => tablesOf(client),
    async *rows(table) {
      for await (const lines of wholeLines(sent(table))) yield { rows: rowsOf(lines, table), lines };
    },
    async digest(table, onRows) {
      const hash = createHash("sha256");
      for await (const chunk of sent(table)) {
        hash.update(chunk);
        let rows = 0;
        for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) rows += 1;
        onRows(rows);
      }
      return hash.digest("hex");
    },
    async figures({ name, columns }) {
      const sums = columns.filter(({ kind }) => kind === "number").map((column) => quoted(column.name));
      const chosen = sums.map((column) => `coalesce(sum(${column}), 0)::text as ${column}`);
      const { rows } = await client.query<Record<string, string>>(
        `select ${[`count(*)::text as ${quoted(ALL_ROWS)}`, ...chosen].join()} from ${quoted(name)}`,
      );
      return rows[0]!;
    },
    async lastIds() {
      const ids = new Map<string, number>();
      for (const [table, sequence] of await sequencesOf(client)) {
        const { rows } = await client.query<{ id: number }>(
          `select greatest(
             (select case when is_called then last_value else 0 end from ${sequence}),
             (select max(id) from ${quoted(table)})
           ) as id`,
        );
        ids.set(table, rows[0]!.id);
      }
      return ids;
    },
    // Ends its transaction and gives back the lock.
    async close() {
      const ended = client.end();
      if (isSending) client.connection.stream.destroy();
      await ended;
    },
  };
}

const LINE_END = 0x0a;

/** All rows of a table in the order of their key, or of all columns, as COPY gives them: in lines (copy-text.ts). */
async function* linesOf(client: pg.Client, { name, columns, key }: CopiedTable): AsyncGenerator<Buffer> {
  const all = list(columns.map((column) => column.name));
  const order = key.length > 0 ? list(key) : all;
  const query = `copy (select ${all} from ${quoted(name)} order by ${order}) to stdout`;
  yield* client.query(streams().to(query)) as AsyncIterable<Buffer>;
}

/** Texts of whole lines. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    length += chunk.length;
    if (length < PART_LENGTH) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(LINE_END) + 1;
    if (end > 0) yield all.toString("utf8", 0, end);
    held = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield Buffer.concat(held).toString("utf8");
}
