import type { Db } from "~/db/database.server";

/**
 * The names of staff for histories; the email is added where several have the same name.
 * @returns by account id
 */
export async function staffNames(db: Db): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("accounts")
    .select(["id", "first_name", "last_name", "email"])
    .where("role", "=", "admin")
    .execute();
  const named = rows.map((row) => ({ ...row, name: `${row.first_name} ${row.last_name}`.trim() }));
  const count = new Map<string, number>();
  for (const { name } of named) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1);
  return new Map(
    named.map(({ id, name, email }) => [
      id,
      count.get(name.toLowerCase())! > 1 ? `${name} (${email})` : name,
    ]),
  );
}
