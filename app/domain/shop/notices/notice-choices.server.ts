import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { staffRights } from "~/domain/kit/rights/rights";
import { isTold, type NoticeChoice, NOTICE_EVENTS, type NoticeEvent, NOTICES } from "./notices";

/** A member of staff with the events that they may be told about. */
export interface StaffPerson {
  id: number;
  name: string;
  email: string;
  choices: NoticeChoice[];
}

/** Active staff with the events that their rights let them read. One round trip. */
async function readStaff(db: Db, accountId?: number): Promise<StaffPerson[]> {
  let query = db
    .selectFrom("accounts")
    .select(["id", "email", "first_name", "last_name", "role", "job", "extra_rights"])
    .where("role", "=", "admin")
    .where("status", "=", "active");
  if (accountId !== undefined) query = query.where("id", "=", accountId);
  const [rows, chosen] = await Promise.all([
    query.orderBy("id").execute(),
    db
      .selectFrom("notice_choices")
      .selectAll()
      .where("account_id", "in", query.clearSelect().select("id"))
      .execute(),
  ]);
  return rows.map(({ id, email, role, job, extra_rights, ...names }) => {
    const person = staffRights(role, job, extra_rights);
    const choiceOf = (event: NoticeEvent) =>
      chosen.find((choice) => choice.account_id === id && choice.event === event);
    return {
      id,
      name: `${names.first_name} ${names.last_name}`.trim(),
      email,
      choices: NOTICE_EVENTS.filter((event) => person.rights.includes(NOTICES[event].right)).map((event) => {
        const choice = choiceOf(event);
        return { event, wanted: isTold(event, person, choice && choice.wanted === 1) };
      }),
    };
  });
}

/** Who is told about an event: active staff who may read it and want it. */
export async function noticeRecipients(db: Db, event: NoticeEvent): Promise<{ id: number; email: string }[]> {
  const staff = await readStaff(db);
  return staff.filter(({ choices }) => choices.some((choice) => choice.event === event && choice.wanted));
}

/** @returns null when there is no such person, or they are inactive */
export async function findNoticeRecipient(db: Db, accountId: number): Promise<StaffPerson | null> {
  const [person] = await readStaff(db, accountId);
  return person ?? null;
}

/**
 * Saves which mails a person wants. Only boxes that were changed in the form are written, so that two people who save at
 * the same time do not undo each other's changes.
 * @param given.wanted the boxes that are ticked; @param given.shown those that were when the form was opened
 * @param given.staffId who changes it: the person, or an owner
 * @returns false when there is no such person
 */
export async function saveNoticeChoices(
  db: Db,
  given: { accountId: number; wanted: NoticeEvent[]; shown: NoticeEvent[]; staffId: number },
  now = new Date(),
): Promise<boolean> {
  const { accountId, wanted, shown, staffId } = given;
  return db.transaction().execute(async (trx) => {
    const before = (await findNoticeRecipient(trx, accountId))?.choices;
    if (!before) return false;
    for (const { event } of before) {
      if (wanted.includes(event) === shown.includes(event)) continue;
      const choice = { wanted: wanted.includes(event) ? (1 as const) : (0 as const) };
      await trx
        .insertInto("notice_choices")
        .values({ account_id: accountId, event, ...choice })
        .onConflict((conflict) => conflict.columns(["account_id", "event"]).doUpdateSet(choice))
        .execute();
    }
    const after = (await findNoticeRecipient(trx, accountId))!.choices;
    const inWords = (choices: NoticeChoice[]) => ({
      "Gets mails about": choices.filter((choice) => choice.wanted).map(({ event }) => NOTICES[event].label),
    });
    if (JSON.stringify(before) === JSON.stringify(after)) return true;
    await recordAudit(
      trx,
      {
        staffId,
        subject: "notices",
        subjectId: accountId,
        action: "changed",
        before: inWords(before),
        after: inWords(after),
      },
      now,
    );
    return true;
  });
}
