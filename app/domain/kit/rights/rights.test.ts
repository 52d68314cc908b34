import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { findVisitor, startSession } from "~/domain/people/accounts/sessions.server";
import { ALL_RIGHTS, EXTRA_RIGHTS, JOBS, rightMissing, rightsOf, staffRights } from "./rights";
import { canSendAny, formNeeds, hasRight, SCREENS } from "./screens";

test("an owner may do everything, a manager all but staff and payments", () => {
  expect(rightsOf("owner", "[]")).toEqual(ALL_RIGHTS);
  expect(ALL_RIGHTS.filter((right) => !rightsOf("manager", "[]").includes(right))).toEqual([
    "payments",
    "staff",
  ]);
});

test("who packs orders gets no refunds, customers or settings", () => {
  expect(rightsOf("orders", "[]")).toEqual(["orders", "dispatch"]);
  expect(JOBS.accounts.rights).not.toContain("dispatch");
});

test("extra rights add to those of the job; the owner's right and unknown ones do not count", () => {
  expect(rightsOf("orders", '["refunds", "staff", "everything", 7]')).toEqual([
    "orders",
    "dispatch",
    "refunds",
  ]);
  expect(EXTRA_RIGHTS).not.toContain("staff");
});

test("without a job, or as a customer, there are no rights", () => {
  expect(rightsOf(null, '["refunds"]')).toEqual([]);
  expect(staffRights("customer", "owner", '["refunds"]')).toEqual({ job: null, rights: [] });
});

test("rights are read with each request: a change of the job takes effect at once", async () => {
  const { write: db } = await createTestDatabase();
  const accountId = await createStaff(db, { job: "orders" });
  const { id } = await startSession(db, { accountId, remember: false });
  const rights = async () => (await findVisitor(db, id))?.account?.rights;
  expect(await rights()).toEqual(["orders", "dispatch"]);
  await db
    .updateTable("accounts")
    .set({ job: "catalogue", extra_rights: '["coupons"]' })
    .where("id", "=", accountId)
    .execute();
  expect(await rights()).toEqual(["catalogue", "reviews", "coupons"]);
});

test("the database takes no job or list of rights that is none", async () => {
  const { write: db } = await createTestDatabase();
  await expect(createStaff(db, { job: "king" as "owner" })).rejects.toThrow(/check/i);
  await expect(createAccount(db, { extra_rights: "{}" })).rejects.toThrow(/check/i);
});

test("a form needs the right of its intent, or the right of all the screen's forms", () => {
  const order = SCREENS["/admin/orders/:orderId"]!;
  expect(formNeeds(order, "pack")).toBe("dispatch");
  expect(formNeeds(order, "refund")).toBe("refunds");
  expect(formNeeds(order, "toString")).toBeNull();
  expect(formNeeds(order, null)).toBeNull();
  expect(formNeeds(SCREENS["/admin/coupons"]!, null)).toBe("coupons");
  expect(formNeeds(SCREENS["/admin/logistics"]!, null)).toBeNull();
  const lists = SCREENS["/admin/remittances"]!;
  expect(canSendAny(lists, ["orders"])).toBe(false);
  expect(canSendAny(lists, ["refunds"])).toBe(false);
  expect(canSendAny(lists, rightsOf("accounts", "[]"))).toBe(true);
  // Who sees an order may note something on it.
  expect(formNeeds(order, "note")).toBe("orders");
  expect(canSendAny(order, ["orders"])).toBe(true);
});

test("a screen for everybody is not one for those with the right 'staff'", () => {
  expect(hasRight([], "everybody")).toBe(true);
  expect(hasRight(rightsOf("manager", "[]"), "staff")).toBe(false);
  expect(hasRight(rightsOf("owner", "[]"), "staff")).toBe(true);
});

test("the refusal says what one may not do, and who can change that", () => {
  expect(rightMissing("refunds")).toBe(
    "Your job in this shop does not let you cancel orders, refund payments and answer returns. An owner of the shop can change that.",
  );
});
