import type { Selectable } from "kysely";
import type { Db } from "~/db/database.server";
import { ignoringCase } from "~/db/expressions.server";
import { positionOf } from "~/db/search/full-text.server";
import type { Tables } from "~/db/tables";
import { markdownProblem } from "~/platform/markdown.server";
import { type AuditFields, changedFields } from "~/domain/kit/audit/audit";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type Listing, pageOf } from "~/domain/kit/listing/listing";
import { picturesIn } from "~/domain/shop/pictures/pictures";
import { findPicture, setPictureUses } from "~/domain/shop/pictures/pictures.server";
import { type LegalKind, isLegal, type PageKind, pagePath } from "./pages";
import type { PageFields } from "./pages.schema";
import {
  PAGE_CHANGED,
  PAGE_NOT_FOUND,
  pageChange,
  type PageRow,
  type PageSearch,
  type SavePageOutcome,
  type StaffPage,
} from "./staff-pages";
import { hasPrompt, PROMPT_LEFT } from "./templates";

type Row = Selectable<Tables["pages"]>;

const toRow = (row: Row): PageRow => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  path: pagePath(row),
  hasContactForm: row.has_contact_form === 1,
  postedOn: row.posted_on,
  published: row.published === 1,
  updatedAt: row.updated_at,
});

/** A page of the list of pages or news whose title or address contains the search text. */
export async function listPages(
  db: Db,
  kind: "page" | "news",
  { q, state, sort, ...search }: PageSearch,
): Promise<Listing<PageRow>> {
  let matching = db.selectFrom("pages").where("kind", "=", kind);
  if (state) matching = matching.where("published", "=", state === "published" ? 1 : 0);
  if (q) {
    const term = q.toLowerCase();
    matching = matching.where((eb) =>
      eb.or([
        eb(positionOf("title", term, { ignoresCase: true }), ">", 0),
        eb(positionOf("address", term), ">", 0),
      ]),
    );
  }
  const { count } = await matching
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const { limit, offset, ...page } = pageOf(search, count);
  let query = matching.selectAll();
  const direction = sort?.direction ?? "asc";
  if (sort?.field === "changed") query = query.orderBy("updated_at", direction);
  else if (sort?.field === "date") query = query.orderBy("posted_on", direction);
  else if (sort || kind === "page") query = query.orderBy(ignoringCase("title"), direction);
  else query = query.orderBy("posted_on", "desc");
  const rows = await query.orderBy("id", "desc").limit(limit).offset(offset).execute();
  return { rows: rows.map(toRow), count, ...page };
}

/** The shop's own terms and privacy notice, published or not; null for one that staff never wrote. */
export async function legalPages(db: Db): Promise<Record<LegalKind, PageRow | null>> {
  const rows = await db.selectFrom("pages").selectAll().where("kind", "in", ["terms", "privacy"]).execute();
  const of = (kind: LegalKind) => {
    const row = rows.find((one) => one.kind === kind);
    return row ? toRow(row) : null;
  };
  return { terms: of("terms"), privacy: of("privacy") };
}

/** @returns null when there is no such page */
export async function findStaffPage(db: Db, id: number): Promise<StaffPage | null> {
  const row = await db.selectFrom("pages").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  const old = await db
    .selectFrom("old_page_addresses")
    .select(["kind", "address"])
    .where("page_id", "=", id)
    .orderBy("address")
    .execute();
  return {
    id,
    kind: row.kind,
    path: pagePath(row),
    title: row.title,
    address: row.address,
    body: row.body,
    searchTitle: row.search_title,
    searchDescription: row.search_description,
    hasContactForm: row.has_contact_form === 1,
    postedOn: row.posted_on,
    pictureId: row.picture_id,
    published: row.published === 1,
    version: row.version,
    updatedAt: row.updated_at,
    oldPaths: old.map(pagePath),
  };
}

const columns = (fields: PageFields) => ({
  title: fields.title,
  address: fields.address,
  body: fields.body,
  search_title: fields.searchTitle,
  search_description: fields.searchDescription,
  has_contact_form: fields.hasContactForm ? (1 as const) : (0 as const),
  posted_on: fields.postedOn,
  picture_id: fields.pictureId,
  published: fields.published ? (1 as const) : (0 as const),
});

/**
 * Adds a page, or changes one. A changed address keeps leading to the page. Visitors see a published page's change at
 * once: triggers raise the catalogue version.
 * @param given.id null: a new page @param given.fields the output of `pageSchema(kind)`
 * @param given.version of the page when it was read; if others have changed it since, the outcome is 'changed'
 * @returns 'field' when the address is taken, the text has something that is not shown, or the picture is gone
 */
export async function savePage(
  db: Db,
  given: { id: number | null; kind: PageKind; staffId: number; fields: PageFields; version: number },
  now = new Date(),
): Promise<SavePageOutcome> {
  const { id, kind, staffId, fields, version } = given;
  return db.transaction().execute(async (trx): Promise<SavePageOutcome> => {
    const stored = id === null ? null : await findStaffPage(trx, id);
    if (id !== null && stored?.kind !== kind)
      return { ok: false, reason: "unknown", message: PAGE_NOT_FOUND };
    const problem = await problemOf(trx, given);
    if (problem) return problem;
    const { before, after } = pageChange(kind, stored, fields);
    const at = now.toISOString();
    if (!stored) {
      const added = await trx
        .insertInto("pages")
        .values({
          kind,
          ...columns(fields),
          created_at: at,
          updated_at: at,
          changed_at: fields.published ? at : null,
        })
        .returning(["id", "version"])
        .executeTakeFirstOrThrow();
      await keepUses(trx, kind, added.id, null, fields);
      const entry = { staffId, subject: "page", subjectId: added.id, action: "added" } as const;
      await recordAudit(trx, { ...entry, after: shortened(after) }, now);
      return { ok: true, ...added, message: savedMessage(fields) };
    }
    const changed = Object.keys(changedFields(before, after).after);
    if (version !== stored.version && changed.length > 0) {
      const names = changed.map((field) => ({ field, stored: before[field]!, yours: after[field]! }));
      const clash = { version: stored.version, fields: names };
      return { ok: false, reason: "changed", message: PAGE_CHANGED, clash };
    }
    const done = { ok: true, id: stored.id, message: savedMessage(fields) } as const;
    if (changed.length === 0) return { ...done, version: stored.version };
    await trx
      .updateTable("pages")
      .set({
        ...columns(fields),
        version: stored.version + 1,
        updated_at: at,
        ...(stored.published || fields.published ? { changed_at: at } : {}),
      })
      .where("id", "=", stored.id)
      .execute();
    await keepUses(trx, kind, stored.id, stored.address, fields);
    const entry = { staffId, subject: "page", subjectId: stored.id, action: "updated" } as const;
    await recordAudit(trx, { ...entry, before: shortened(before), after: shortened(after) }, now);
    return { ...done, version: stored.version + 1 };
  });
}

const savedMessage = ({ published }: PageFields) =>
  published ? "Saved. Visitors see it now." : "Saved as a draft. Visitors do not see it.";

async function problemOf(
  trx: Db,
  { id, kind, fields }: { id: number | null; kind: PageKind; fields: PageFields },
): Promise<Extract<SavePageOutcome, { reason: "field" }> | null> {
  const refuse = (field: "address" | "body" | "pictureId", message: string) =>
    ({ ok: false, reason: "field", field, message }) as const;
  const twin = await trx
    .selectFrom("pages")
    .select(["id", "title"])
    .where("kind", "=", kind)
    .where("address", "=", fields.address)
    .executeTakeFirst();
  if (twin && twin.id !== id) {
    return refuse(
      "address",
      isLegal(kind)
        ? "Somebody else has just begun this text. Open it from the list of pages."
        : `“${twin.title}” has the address ${pagePath({ kind, address: fields.address })} already. Please choose another one.`,
    );
  }
  const unshown = markdownProblem(fields.body);
  if (unshown) return refuse("body", unshown);
  if (fields.published && hasPrompt(fields.body)) return refuse("body", PROMPT_LEFT);
  if (fields.pictureId !== null && !(await findPicture(trx, fields.pictureId)))
    return refuse("pictureId", "This picture has been deleted. Please choose another one.");
  return null;
}

/** Notes the page's pictures, and its former address if it has a new one. */
async function keepUses(
  trx: Db,
  kind: PageKind,
  id: number,
  oldAddress: string | null,
  fields: PageFields,
): Promise<void> {
  const ids = fields.pictureId === null ? [] : [fields.pictureId];
  await setPictureUses(trx, { subject: "page", subjectId: id, files: picturesIn(fields.body), ids });
  // A page's own address comes before any other page's former one.
  await trx
    .deleteFrom("old_page_addresses")
    .where("kind", "=", kind)
    .where("address", "=", fields.address)
    .execute();
  if (oldAddress === null || oldAddress === fields.address) return;
  await trx.insertInto("old_page_addresses").values({ kind, address: oldAddress, page_id: id }).execute();
}

/** The most characters of a text that an audit entry keeps. */
const AUDIT_TEXT = 1_000;

function shortened(fields: AuditFields): AuditFields {
  const text = String(fields.Text ?? "");
  return text.length <= AUDIT_TEXT ? fields : { ...fields, Text: `${text.slice(0, AUDIT_TEXT)}…` };
}

/** Deletes a page or a post for good, with its former addresses. @returns its title; null: no such page */
export async function deletePage(
  db: Db,
  { id, staffId }: { id: number; staffId: number },
  now = new Date(),
): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const page = await findStaffPage(trx, id);
    // Terms and privacy notice are switched off instead, so that the date of their last change stays right.
    if (!page || isLegal(page.kind)) return null;
    await setPictureUses(trx, { subject: "page", subjectId: id });
    await trx.deleteFrom("pages").where("id", "=", id).execute();
    const before = { Title: page.title, Address: page.path, Published: page.published };
    const after = { Title: null, Address: null, Published: null };
    await recordAudit(
      trx,
      { staffId, subject: "page", subjectId: id, action: "deleted", before, after },
      now,
    );
    return page.title;
  });
}
