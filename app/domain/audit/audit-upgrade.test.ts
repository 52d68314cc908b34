import { expect, test } from "vitest";
import { createOlderShop } from "~/test/older-shop";
import { ALL_RIGHTS } from "../rights/rights";
import { listAudit } from "./audit-log.server";
import { parseAuditSearch } from "./audit-search";

test("the entries of an older shop keep who it was, are found, and are never changed from then on", async () => {
  const { db, upgrade } = await createOlderShop("20261122T2160_audit_and_notices");
  db.executeScript(`
    insert into accounts (id, email, first_name, last_name, role, job, created_at)
      values (7, 'lata@kitab.example', 'Lata', 'Pillai', 'admin', 'owner', '2026-01-01T00:00:00.000Z');
    insert into audit_entries (account_id, subject, subject_id, action, before, after, happened_at) values
      (7, 'book', 1, 'updated', '{"Price":"₹250.00"}', '{"Price":"₹299.00"}', '2026-02-01T00:00:00.000Z'),
      (null, 'book', 2, 'hid', '{}', '{}', '2026-02-02T00:00:00.000Z')`);
  await upgrade();
  await db.write.deleteFrom("accounts").where("id", "=", 7).execute();
  const list = async (query: string) =>
    (await listAudit(db.read, parseAuditSearch(new URLSearchParams(query)), ALL_RIGHTS)).entries.map(
      ({ who, action }) => `${who} ${action}`,
    );
  expect(await list("")).toEqual([" hid", "Lata Pillai updated"]);
  expect(await list("q=299")).toEqual(["Lata Pillai updated"]);
  await expect(db.write.deleteFrom("audit_entries").execute()).rejects.toThrow(
    "audit entries are not deleted",
  );
});
