import type { Db } from "~/db/database.server";
import { changedFields } from "~/domain/kit/audit/audit";
import { readAudit, recordAudit } from "~/domain/kit/audit/audit.server";
import { isMailKind, MAIL_KINDS, type MailKind } from "./mail-kinds";
import { type MailWords, NO_LINES, type OwnLines } from "./mail-words";

/** The shop's own lines of all mails. */
export async function readMailWords(db: Db): Promise<MailWords> {
  const rows = await db.selectFrom("mail_words").select(["kind", "opening", "closing"]).execute();
  return Object.fromEntries(
    rows
      .filter(({ kind }) => isMailKind(kind))
      .map(({ kind, opening, closing }) => [kind, { opening, closing }]),
  );
}

export type SaveMailWordsOutcome =
  | { ok: true }
  /** Somebody else has changed a line that this form changes too. Nothing was saved. */
  | { ok: false; messages: Partial<Record<keyof OwnLines, string>>; current: OwnLines };

/**
 * Saves the lines of one kind of mail; two empty lines remove them. Only what differs from what the form showed is written.
 * @param given.shown what the form was filled with; null: unknown, so everything counts as changed by somebody else
 */
export async function saveMailWords(
  db: Db,
  given: { staffId: number; kind: MailKind; lines: OwnLines; shown: OwnLines | null },
  now = new Date(),
): Promise<SaveMailWordsOutcome> {
  const { staffId, kind, lines, shown } = given;
  return db.transaction().execute(async (trx): Promise<SaveMailWordsOutcome> => {
    const current = (await readMailWords(trx))[kind] ?? NO_LINES;
    const keys = ["opening", "closing"] as const;
    const changed = keys.filter((key) => shown === null || lines[key] !== shown[key]);
    const disputed = changed.filter((key) => current[key] !== shown?.[key] && lines[key] !== current[key]);
    if (disputed.length > 0) {
      const history = await readAudit(trx, "mail_words", 0);
      const messages = disputed.map((key) => {
        const who = history.find(({ changes }) =>
          changes.some(({ field }) => field === labelOf(kind, key)),
        )?.who;
        const now = current[key] ? `to “${current[key]}”` : "to nothing";
        return [key, `Changed meanwhile by ${who ?? "somebody else"} ${now}. Save again to replace that.`];
      });
      return { ok: false, messages: Object.fromEntries(messages) as Record<string, string>, current };
    }
    const next = { ...current, ...Object.fromEntries(changed.map((key) => [key, lines[key]])) };
    const named = changedFields(inWords(kind, current), inWords(kind, next));
    if (Object.keys(named.after).length === 0) return { ok: true };
    await write(trx, kind, next, now);
    const entry = { staffId, subject: "mail_words", subjectId: 0, action: "updated" } as const;
    await recordAudit(trx, { ...entry, ...named }, now);
    return { ok: true };
  });
}

async function write(trx: Db, kind: MailKind, { opening, closing }: OwnLines, now: Date): Promise<void> {
  if (!opening && !closing) {
    await trx.deleteFrom("mail_words").where("kind", "=", kind).execute();
    return;
  }
  const row = { opening, closing, updated_at: now.toISOString() };
  await trx
    .insertInto("mail_words")
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column("kind").doUpdateSet(row))
    .execute();
}

const labelOf = (kind: MailKind, key: keyof OwnLines) => `${MAIL_KINDS[kind].label}: ${key} line`;

const inWords = (kind: MailKind, { opening, closing }: OwnLines) => ({
  [labelOf(kind, "opening")]: opening,
  [labelOf(kind, "closing")]: closing,
});
