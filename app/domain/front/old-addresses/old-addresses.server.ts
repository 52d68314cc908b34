import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";
import { positionOf } from "~/db/search/full-text.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, type ListSearch, pageOf } from "~/domain/kit/listing/listing";
import { comparedAddress, type OldAddress } from "./old-addresses";

/** Old addresses may lead to others; no chain of them is followed further. */
const MOST_STEPS = 5;

/**
 * Where an address of the former site leads now. An address with parameters is also looked for without them.
 * @param asked path and parameters of a request
 * @returns a path of this shop; null: not an old address, or a circle of them
 */
export async function findMoved(db: Db, asked: string): Promise<string | null> {
  const start = comparedAddress(asked);
  let target = start === null ? null : await targetOf(db, start);
  const seen = new Set([start]);
  for (let step = 0; target !== null && step < MOST_STEPS; step += 1) {
    const address = comparedAddress(target);
    if (seen.has(address)) return null;
    seen.add(address);
    const next = address === null ? null : await exactTarget(db, address);
    if (next === null) return target;
    target = next;
  }
  return null;
}

async function targetOf(db: Db, address: string): Promise<string | null> {
  const exact = await exactTarget(db, address);
  const end = address.indexOf("?");
  return exact ?? (end > 1 ? exactTarget(db, address.slice(0, end)) : null);
}

async function exactTarget(db: Db, address: string): Promise<string | null> {
  const row = await db
    .selectFrom("old_addresses")
    .select("target")
    .where("address", "=", address)
    .executeTakeFirst();
  return row?.target ?? null;
}

/** A page of the addresses with the search text in the old or the new one; the newest first. */
export async function listOldAddresses(db: Db, search: ListSearch<never>): Promise<Listing<OldAddress>> {
  let matching = db.selectFrom("old_addresses");
  if (search.q) {
    const term = search.q.toLowerCase();
    matching = matching.where((eb) =>
      eb.or([
        eb(positionOf("address", term, { ignoresCase: true }), ">", 0),
        eb(positionOf("target", term, { ignoresCase: true }), ">", 0),
      ]),
    );
  }
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { rows: rows.map(shaped), count, ...page };
}

/** @returns null for none */
export async function findOldAddress(db: Db, id: number): Promise<OldAddress | null> {
  const row = await db.selectFrom("old_addresses").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? shaped(row) : null;
}

const shaped = ({ created_at: createdAt, ...row }: Selectable<Tables["old_addresses"]>): OldAddress => ({
  ...row,
  createdAt,
});

/**
 * Adds old addresses; one that is there already gets its new target. All or none are written.
 * @param addresses through `oldAddressesSchema`, or of a file
 * @returns how many were added, and how many lead elsewhere now
 */
export async function saveOldAddresses(
  db: Db,
  { addresses, staffId }: { addresses: ReadonlyMap<string, string>; staffId: number },
  now = new Date(),
): Promise<{ added: number; changed: number }> {
  return db.transaction().execute(async (trx) => {
    const before = await storedTargets(trx, [...addresses.keys()]);
    const rows = [...addresses]
      .filter(([address, target]) => before.get(address) !== target)
      .map(([address, target]) => ({ address, target, created_at: now.toISOString() }));
    for (const some of chunks(rows))
      await trx
        .insertInto("old_addresses")
        .values(some)
        .onConflict((conflict) =>
          conflict.column("address").doUpdateSet((eb) => ({ target: eb.ref("excluded.target") })),
        )
        .execute();
    const saved = (isNew: boolean) =>
      rows
        .filter(({ address }) => before.has(address) !== isNew)
        .map(({ address, target }) => `${address} → ${target}`);
    const [added, changed] = [saved(true), saved(false)];
    const after = {
      ...(added.length && { Added: told(added) }),
      ...(changed.length && { Changed: told(changed) }),
    };
    if (Object.keys(after).length > 0)
      await recordAudit(trx, { ...entryOf(staffId), action: "updated", before: {}, after }, now);
    return { added: added.length, changed: changed.length };
  });
}

/** Rows of one statement. */
const AT_ONCE = 500;
const chunks = <Row>(rows: Row[]): Row[][] =>
  Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
    rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );

async function storedTargets(trx: Db, addresses: string[]): Promise<Map<string, string>> {
  const stored = new Map<string, string>();
  for (const some of chunks(addresses)) {
    const rows = await trx
      .selectFrom("old_addresses")
      .select(["address", "target"])
      .where("address", "in", some)
      .execute();
    for (const { address, target } of rows) stored.set(address, target);
  }
  return stored;
}

const entryOf = (staffId: number) => ({ staffId, subject: "old_address", subjectId: 0 }) as const;

/** As many as a reader of the audit log looks at. */
const TOLD = 20;
const told = (lines: string[]) =>
  lines.length > TOLD ? [...lines.slice(0, TOLD), `and ${lines.length - TOLD} more`] : lines;

/** @returns the address that was deleted; null: it was not there */
export async function deleteOldAddress(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom("old_addresses")
      .where("id", "=", id)
      .returning(["address", "target"])
      .executeTakeFirst();
    if (!gone) return null;
    const before = { Deleted: null };
    const after = { Deleted: `${gone.address} → ${gone.target}` };
    await recordAudit(trx, { ...entryOf(staffId), action: "updated", before, after }, now);
    return gone.address;
  });
}
