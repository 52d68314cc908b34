import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { backgroundTasks } from "./background.server";
import { invite } from "~/domain/people/staff/invitations.server";

test("a sweep that fails keeps none of the others from running", async () => {
  const db = await createTestDatabase();
  const staffId = await createStaff(db.write);
  const person = { email: "leela@example.in", firstName: "Leela", lastName: "Menon" };
  const site = { shopName: "Neem Press", origin: "https://books.example.in" };
  const longAgo = new Date("2026-01-01T00:00:00.000Z");
  await invite(db.write, { staffId, ...person, job: "orders", extraRights: [] }, site, longAgo);
  // The first and two others fail from here on; the last removes the invitation.
  for (const table of ["sessions", "refresh_families", "stock_alerts"])
    await db.executeScript(`alter table ${table} rename to ${table}_away`);
  const sweep = backgroundTasks(db).find(({ name }) => name === "sessions")!;
  const worked = await sweep.run(new AbortController().signal);
  expect(await db.read.selectFrom("invitations").select("id").execute()).toEqual([]);
  expect(worked).toBe(1);
});
