import type { Compilable, CompiledQuery } from "kysely";
import type { Db } from "./engine";

/** In a compiled query, stands for a value that is given when the query runs. */
class Later {
  constructor(readonly name: string | symbol) {}
}

const LATER = new Proxy({}, { get: (_, name) => new Later(name) });

/**
 * A query that is built once, for queries that run on many requests: building one takes several times as long as running it.
 * @param build makes the query; the fields of `given` may only be put in places of values, as they are
 * @returns a function that runs it on a handle or a transaction and returns the rows
 */
export function prepared<Given extends object, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const built = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, given) => {
    // The handles and transactions of one database share it; another engine writes the query in another way.
    const { adapter } = db.getExecutor();
    let query = built.get(adapter);
    if (!query) {
      query = build(db, LATER as Given).compile();
      built.set(adapter, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Later ? given[value.name as keyof Given] : value,
    );
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
