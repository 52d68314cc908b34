import type { Db } from "~/db/database.server";
import { positionOf } from "~/db/search/full-text.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { staffNames } from "~/domain/kit/audit/staff-names.server";
import { parseId } from "~/domain/kit/ids";
import { type Listing, pageOf, searchedId } from "~/domain/kit/listing/listing";
import { isLate, lateSince } from "../complaints/complaints";
import { deleteContactMessages } from "./contact.server";
import type { MessageSearch, StaffMessage } from "./staff-messages";

/** The messages with the search text in name, email, order number or text, or with the id of '#45'. */
function matchingMessages(db: Db, search: MessageSearch, now: Date) {
  let matching = db.selectFrom("contact_messages");
  if (search.state === "open") matching = matching.where("answered_at", "is", null);
  if (search.state === "answered") matching = matching.where("answered_at", "is not", null);
  if (search.state === "complaints" || search.state === "late")
    matching = matching.where("complaint_token", "is not", null);
  if (search.state === "late") {
    const { acknowledge, settle } = lateSince(now);
    matching = matching
      .where("answered_at", "is", null)
      .where((eb) =>
        eb.or([
          eb("sent_at", "<", settle),
          eb.and([eb("acknowledged_at", "is", null), eb("sent_at", "<", acknowledge)]),
        ]),
      );
  }
  const id = searchedId(search.q.replace(/^C-/i, "#"));
  if (id !== null) matching = matching.where("id", "=", id);
  else if (search.q) {
    const term = search.q.toLowerCase();
    matching = matching.where((eb) =>
      eb.or(
        (["name", "email", "order_number", "message"] as const).map((column) =>
          eb(positionOf(column, term, { ignoresCase: true }), ">", 0),
        ),
      ),
    );
  }
  return matching;
}

/** How many messages the list has. */
export async function countMessages(db: Db, search: MessageSearch, now = new Date()): Promise<number> {
  const { count } = await matchingMessages(db, search, now)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the messages that match; the newest first. */
export async function listMessages(
  db: Db,
  search: MessageSearch,
  now = new Date(),
): Promise<Listing<StaffMessage>> {
  const count = await countMessages(db, search, now);
  const { limit, offset, ...page } = pageOf(search, count);
  const rows = await matchingMessages(db, search, now)
    .selectAll()
    .orderBy("sent_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const names = await staffNames(db);
  const orders = await ordersThatExist(
    db,
    rows.map((row) => parseId(row.order_number)),
  );
  return {
    rows: rows.map((row) => {
      const orderId = parseId(row.order_number);
      return {
        id: row.id,
        name: row.name,
        email: row.email,
        orderNumber: row.order_number,
        orderId: orderId !== null && orders.has(orderId) ? orderId : null,
        message: row.message,
        asksForCopies: row.book_id !== null,
        sentAt: row.sent_at,
        answeredAt: row.answered_at,
        answeredBy: (row.answered_by !== null && names.get(row.answered_by)) || null,
        isComplaint: row.complaint_token !== null,
        acknowledgedAt: row.acknowledged_at,
        isLate:
          row.complaint_token !== null &&
          isLate(
            { sentAt: row.sent_at, acknowledgedAt: row.acknowledged_at, answeredAt: row.answered_at },
            now,
          ),
      };
    }),
    count,
    ...page,
  };
}

async function ordersThatExist(db: Db, ids: (number | null)[]): Promise<Set<number>> {
  const asked = ids.filter((id) => id !== null);
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "in", asked)
    .where("is_test", "=", 0)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** How many messages are not answered yet. */
export async function countOpenMessages(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("contact_messages")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("answered_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Marks a message as answered, or as not answered; a repeated call changes nothing. @returns false: no such message */
export async function markAnswered(
  db: Db,
  { id, answered, staffId }: { id: number; answered: boolean; staffId: number },
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom("contact_messages")
      .select("answered_at")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!stored) return false;
    if ((stored.answered_at !== null) === answered) return true;
    await trx
      .updateTable("contact_messages")
      .set({ answered_at: answered ? now.toISOString() : null, answered_by: answered ? staffId : null })
      .where("id", "=", id)
      .execute();
    const [before, after] = [{ Answered: !answered }, { Answered: answered }];
    const entry = { staffId, subject: "contact_message", subjectId: id, action: "updated" } as const;
    await recordAudit(trx, { ...entry, before, after }, now);
    return true;
  });
}

/** Deletes a message with its mail. The audit entry has no word of it. @returns false: no such message */
export async function deleteMessage(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const stored = await trx
      .selectFrom("contact_messages")
      .select("sent_at")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!stored) return false;
    await deleteContactMessages(trx, [id]);
    const entry = { staffId, subject: "contact_message", subjectId: id, action: "deleted" } as const;
    await recordAudit(trx, { ...entry, before: { Sent: stored.sent_at }, after: { Sent: null } }, now);
    return true;
  });
}
