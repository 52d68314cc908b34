import type { Compilable, CompiledQuery } from "kysely";
import { LRUCache } from "lru-cache";
import { sendCompiledWithNext } from "./writing/send-with-next.server";
import type { Db } from "./engine";

/** In a compiled query, stands for a value that is given when the query runs. */
class Later {
  /** @param at the place in a list */
  constructor(
    readonly name: string,
    readonly at?: number,
  ) {}

  valueIn(given: object): unknown {
    const value = given[this.name as keyof typeof given] as unknown;
    return this.at === undefined ? value : (value as unknown[])[this.at];
  }
}

export interface Prepared<Given, Row> {
  (db: Db, given: Given): Promise<Row[]>;
  /** Of a statement whose result nobody needs: see `sendWithNext`. */
  withNext(trx: Db, given: Given): Promise<void>;
}

/** Lists of so many lengths are cached for each query: mostly pages of lists, which have few. */
const MOST_SHAPES = 50;

/**
 * A query that is built once, for queries that run on many requests: building one takes longer than running it. With
 * lists among its values (`where id in …`), it is built once for each length.
 * @param build makes the query; the fields of `given` may only be put in places of values, as they are
 * @returns a function that runs it on a handle or a transaction and returns the rows
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): Prepared<Given, Row> {
  const built = new WeakMap<object, LRUCache<string, CompiledQuery<Row>>>();
  const compiled = (db: Db, given: Given): CompiledQuery<Row> => {
    // The handles and transactions of one database share it; another engine writes the query in another way.
    const { adapter } = db.getExecutor();
    let queries = built.get(adapter);
    if (!queries) built.set(adapter, (queries = new LRUCache({ max: MOST_SHAPES })));
    const shape = Object.values(given)
      .filter((value) => Array.isArray(value))
      .map((list) => list.length)
      .join();
    let query = queries.get(shape);
    if (!query) queries.set(shape, (query = build(db, laterOf(given)).compile()));
    const parameters = query.parameters.map((value) =>
      value instanceof Later ? value.valueIn(given) : value,
    );
    return { ...query, parameters };
  };
  const run = async (db: Db, given: Given) => (await db.executeQuery<Row>(compiled(db, given))).rows;
  return Object.assign(run, {
    withNext: (trx: Db, given: Given) => sendCompiledWithNext(trx, compiled(trx, given)),
  });
}

function laterOf<Given extends object>(given: Given): Given {
  const later = Object.entries(given).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, at) => new Later(name, at)) : new Later(name),
  ]);
  return Object.fromEntries(later) as Given;
}
