import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/db/database.server";
import { NAME_LISTS } from "~/db/name-lists";
import type { AuditSubject } from "~/db/audit-subjects";

const named = (table: string, name = "name") =>
  sql<NameRow>`select id, ${sql.ref(name)} as name from ${sql.table(table)}`;
const people = sql<NameRow>`select id, trim(first_name || ' ' || last_name) as name from accounts`;

interface NameRow {
  id: number;
  name: string;
}

/** How a thing's name is read; kinds that are not here have none. */
const NAMES: Partial<Record<AuditSubject, RawBuilder<NameRow>>> = {
  book: named("books", "title"),
  ...Object.fromEntries(Object.entries(NAME_LISTS).map(([key, { table }]) => [key, named(table)])),
  order: sql<NameRow>`select id, '#' || id as name from orders`,
  quotation: named("quotations", "number"),
  customer: people,
  review: sql<NameRow>`select r.id, b.title as name from reviews r join books b on b.id = r.book_id`,
  coupon: named("coupons", "code"),
  // The address is for those with the right to read the list.
  newsletter: sql<NameRow>`select id, '#' || id as name from newsletter_subscribers`,
  picture: sql<NameRow>`select id, 'no. ' || id as name from pictures`,
  page: named("pages", "title"),
  contact_message: named("contact_messages"),
  search_synonym: sql<NameRow>`select synonym_id as id, phrase as name from search_synonym_phrases where position = 0`,
  wanted_title: named("wanted_titles", "title"),
  import: named("bulk_changes", "file_name"),
  api_key: named("api_keys"),
  webhook_endpoint: named("webhook_endpoints", "url"),
  staff: people,
  invitation: sql<NameRow>`select id, trim(first_name || ' ' || last_name) as name from invitations`,
  notices: people,
};

const keyOf = (subject: AuditSubject, id: number) => `${subject} ${id}`;

/**
 * What the things of some entries are called now.
 * @returns a function: the name; null when the thing has none, or is gone
 */
export async function namesOfThings(
  db: Db,
  entries: { subject: AuditSubject; subject_id: number }[],
): Promise<(subject: AuditSubject, id: number) => string | null> {
  const names = new Map<string, string>();
  for (const subject of new Set(entries.map((entry) => entry.subject))) {
    const all = NAMES[subject];
    if (!all) continue;
    const ids = [
      ...new Set(entries.filter((entry) => entry.subject === subject).map((entry) => entry.subject_id)),
    ];
    const { rows } =
      await sql<NameRow>`select id, name from (${all}) as named where id in (${sql.join(ids)})`.execute(db);
    for (const { id, name } of rows) names.set(keyOf(subject, id), name);
  }
  return (subject, id) => names.get(keyOf(subject, id)) ?? null;
}

/** Whether a kind's things can be missing: then an entry without a name is about something that is gone. */
export const hasNames = (subject: AuditSubject) => subject in NAMES;
