import type { Db } from "~/db/database.server";
import type { AuditFields, AuditValue } from "~/domain/kit/audit/audit";
import { findPicture } from "~/domain/shop/pictures/pictures.server";
import type { BlockField } from "./block-fields";
import { declarationOf } from "./block-kinds";
import type { Block } from "./blocks";

/** A block's content as staff read it in histories: labels, and names in place of ids. */
export async function contentForPeople(
  db: Db,
  { kind, content }: Pick<Block, "kind" | "content">,
): Promise<AuditFields> {
  const { fields, label: kindLabel } = declarationOf(kind);
  const values = content as Record<string, unknown>;
  const entries: [string, AuditValue][] = [];
  for (const [name, field] of Object.entries(fields))
    entries.push([`${kindLabel}: ${field.label}`, await valueForPeople(db, field, values[name])]);
  return Object.fromEntries(entries);
}

async function valueForPeople(db: Db, field: BlockField, value: unknown): Promise<AuditValue> {
  switch (field.control) {
    case "select":
      return field.options.find(([option]) => option === value)?.[1] ?? null;
    case "tag":
    case "author":
      return value === null ? null : nameOf(db, field.control === "tag" ? "tags" : "authors", Number(value));
    case "picture":
      return value === null ? null : ((await findPicture(db, Number(value)))?.alt ?? "a picture");
    case "books":
      return titlesOf(db, value as number[]);
    default:
      return value as AuditValue;
  }
}

async function nameOf(db: Db, table: "tags" | "authors", id: number): Promise<string | null> {
  const row = await db.selectFrom(table).select("name").where("id", "=", id).executeTakeFirst();
  return row?.name ?? null;
}

async function titlesOf(db: Db, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("books").select(["id", "title"]).where("id", "in", ids).execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return ids.map((id) => titles.get(id) ?? `book ${id}`);
}
