import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { newsletterSchema } from "./newsletter.schema";
import { subscribe } from "./newsletter.server";

const message = (email: unknown) =>
  newsletterSchema.safeParse({ email }).error?.issues.map((issue) => issue.message);

test("an address is stored as unconfirmed, once, however it is written", async () => {
  const db = await createTestDatabase();
  for (const typed of ["Asha@Example.com", " asha@example.com "]) {
    await subscribe(db.write, newsletterSchema.parse({ email: typed }).email);
  }
  expect(await db.read.selectFrom("newsletter_subscribers").select(["email", "state"]).execute()).toEqual([
    { email: "asha@example.com", state: "unconfirmed" },
  ]);
});

test("who is confirmed stays so; who left can come back", async () => {
  const db = await createTestDatabase();
  const state = async () =>
    (await db.read.selectFrom("newsletter_subscribers").select("state").executeTakeFirstOrThrow()).state;
  await subscribe(db.write, "asha@example.com");
  await db.write
    .updateTable("newsletter_subscribers")
    .set({ state: "confirmed", confirmed_at: "2026-02-01T00:00:00.000Z" })
    .execute();
  await subscribe(db.write, "asha@example.com");
  expect(await state()).toBe("confirmed");
  await db.write.updateTable("newsletter_subscribers").set({ state: "unsubscribed" }).execute();
  await subscribe(db.write, "asha@example.com");
  expect(await state()).toBe("unconfirmed");
});

test.each(["", "asha", "asha@", "@example.com", "a b@example.com", undefined, "x@y"])(
  "%j is no address",
  (email) => {
    expect(message(email)).toEqual(["Please enter a valid email address"]);
  },
);

test("under 120 characters", () => {
  const long = (length: number) =>
    `${"a".repeat(60)}@${"b".repeat(50)}${"c".repeat(length - 60 - 1 - 50 - 4)}.com`;
  expect(long(119)).toHaveLength(119);
  expect(message(long(119))).toBeUndefined();
  expect(message(long(120))).toEqual(["Email must be less than 120 characters"]);
});
