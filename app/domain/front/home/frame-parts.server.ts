import type { Db } from "~/db/database.server";
import { type AuditValue, changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { indianDate } from "~/domain/kit/dates";
import { type FramePart, type FrameParts, type ShownFrame } from "./frame-parts";
import { PARTS_FOR_PEOPLE, shownFrame } from "./shown-frame";

const NO_PARTS: FrameParts = {
  announcement: null,
  "main-menu": null,
  "footer-menu": null,
  "footer-words": null,
};

/** The parts of the frame; null for those that are as the shop came. Cached per catalogue version. */
export function readFrameParts(db: Db): Promise<FrameParts> {
  return perCatalogueVersion(db, "frame parts", async () => {
    const rows = await db.selectFrom("frame_parts").select(["name", "value"]).execute();
    return {
      ...NO_PARTS,
      ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown])),
    };
  });
}

/** The frame as pages show it today. */
export async function readShownFrame(db: Db, now = new Date()): Promise<ShownFrame> {
  return shownFrame(await readFrameParts(db), indianDate(now));
}

/** One part, with its version for the form that changes it; null and 0 before the first change. */
export async function readFramePart<Part extends FramePart>(
  db: Db,
  name: Part,
): Promise<{ value: FrameParts[Part] | null; version: number }> {
  const row = await db
    .selectFrom("frame_parts")
    .select(["value", "version"])
    .where("name", "=", name)
    .executeTakeFirst();
  return row
    ? { value: JSON.parse(row.value) as FrameParts[Part], version: row.version }
    : { value: null, version: 0 };
}

export interface FrameClash {
  /** The stored version; saving again with it overwrites the change of the other person. */
  version: number;
  fields: { field: string; stored: AuditValue; yours: AuditValue }[];
}

/**
 * Saves one part of the frame; visitors see it at once.
 * @param given.value null: as the shop came; @param given.version of the part when its form was opened. If others have
 * changed it since, nothing is saved and the outcome has the difference.
 */
export async function saveFramePart<Part extends FramePart>(
  db: Db,
  given: { name: Part; value: FrameParts[Part] | null; version: number; staffId: number },
  now = new Date(),
): Promise<{ ok: true } | { ok: false; clash: FrameClash }> {
  const { name, value, version, staffId } = given;
  return db.transaction().execute(async (trx) => {
    const stored = await readFramePart(trx, name);
    const before = PARTS_FOR_PEOPLE[name](stored.value as FrameParts[Part]);
    const after = PARTS_FOR_PEOPLE[name](value as FrameParts[Part]);
    const changed = Object.keys(changedFields(before, after).after);
    if (changed.length === 0) return { ok: true } as const;
    if (stored.version !== version) {
      const fields = changed.map((field) => ({ field, stored: before[field]!, yours: after[field]! }));
      return { ok: false, clash: { version: stored.version, fields } } as const;
    }
    const row = { value: JSON.stringify(value), version: version + 1, updated_at: now.toISOString() };
    await trx
      .insertInto("frame_parts")
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await recordAudit(trx, { staffId, subject: "home", subjectId: 0, action: "updated", before, after }, now);
    return { ok: true } as const;
  });
}
