import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { minutesAfter } from "~/test/time";
import { type StashedForm, stashRow, sweepStashedForms, takeRow } from "./stashed-form-rows.server";

const { write } = await createTestDatabase();
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(NOW);
const PAGE = "/admin/publishers?add=1";
const form = (name: string, staffId: number | null = 7): StashedForm => ({
  page: PAGE,
  fields: { name: [name] },
  staffId,
  customerId: null,
  why: "session",
});
const customersForm = (place: string, customerId: number): StashedForm => ({
  page: "/checkout?add=1",
  fields: { place: [place] },
  staffId: null,
  customerId,
  why: "login",
});
const keep = (token: string, given = form(token), now = NOW) =>
  stashRow(write, token, given, { expires: new Date(now.getTime() + 3_600_000), now });
const take = (token: string, accountId: number | null = 7, now = NOW, page = PAGE) =>
  takeRow(write, token, { page, accountId, now });
const rows = () => write.selectFrom("stashed_forms").selectAll().execute();

test("a form is sealed, and given once, to its person on its page", async () => {
  await keep("token", form("Zubaan"));
  expect(JSON.stringify(await rows())).not.toMatch(/token|Zubaan/);
  expect(await take("other")).toEqual({ stays: false, stashed: null });
  expect(await take("token", 7, NOW, "/admin")).toEqual({ stays: true, stashed: null });
  expect(await take("token")).toEqual({ stays: false, stashed: form("Zubaan") });
  expect(await take("token")).toEqual({ stays: false, stashed: null });

  await keep("anothers");
  expect(await take("anothers", 8)).toEqual({ stays: false, stashed: null });
  expect(await rows()).toEqual([]);
  await keep("anybody's", form("Yoda", null));
  expect((await take("anybody's", 8)).stashed).toEqual(form("Yoda", null));
});

test("a form is not given after its hour, nor one that was put in another's place; the sweep removes it", async () => {
  await keep("late");
  expect((await take("late", 7, later(61))).stashed).toBeNull();
  await keep("one");
  const [{ sealed } = expect.fail("not stashed")] = await rows();
  await keep("two");
  await write.updateTable("stashed_forms").set({ sealed }).execute();
  expect((await take("two")).stashed).toBeNull();
  expect(await sweepStashedForms(write, later(59))).toBe(0);
  expect(await sweepStashedForms(write, later(61))).toBe(1);
});

test("of more than 64 forms the oldest are forgotten", async () => {
  for (let number = 0; number < 66; number += 1)
    await keep(`${number}`, form(`${number}`), new Date(NOW.getTime() + number * 1000));
  expect(await rows()).toHaveLength(64);
  expect((await take("1")).stashed).toBeNull();
  expect((await take("2")).stashed).toEqual(form("2"));
});

test("a customer's form is given to nobody else, and replaces the one stashed before", async () => {
  const [asha, ravi] = [await createAccount(write), await createAccount(write)];
  const given = { page: "/checkout?add=1", now: NOW };
  await keep("first", customersForm("Pune", asha));
  await keep("second", customersForm("Mysuru", asha));
  expect(await takeRow(write, "first", { ...given, accountId: asha })).toEqual({
    stays: false,
    stashed: null,
  });
  expect(await takeRow(write, "second", { ...given, accountId: null })).toEqual({
    stays: false,
    stashed: null,
  });
  await keep("third", customersForm("Mysuru", asha));
  expect(await takeRow(write, "third", { ...given, accountId: ravi })).toEqual({
    stays: false,
    stashed: null,
  });
  // The other's login has removed it.
  expect(await takeRow(write, "third", { ...given, accountId: asha })).toEqual({
    stays: false,
    stashed: null,
  });
  await keep("fourth", customersForm("Hubballi", asha));
  const { stashed } = await takeRow(write, "fourth", { ...given, accountId: asha });
  expect(stashed).toEqual(customersForm("Hubballi", asha));
});

test("a form of nobody, of staff or of somebody who may not log in is not stashed for a customer", async () => {
  const inactive = await createAccount(write, { status: "inactive" });
  for (const id of [999_999, await createStaff(write), inactive])
    expect(await keep("x", customersForm("Pune", id))).toBe(false);
});

test("of more than 200 forms of customers the oldest is forgotten, and none of the back office", async () => {
  await write.deleteFrom("stashed_forms").execute();
  await keep("of staff", form("Zubaan"), new Date(NOW.getTime() - 60_000));
  for (let number = 0; number < 201; number += 1) {
    const at = new Date(NOW.getTime() + number * 1000);
    await keep(`customer ${number}`, customersForm("Pune", await createAccount(write)), at);
  }
  expect(await rows()).toHaveLength(201);
  expect((await take("customer 0", null)).stashed).toBeNull();
  expect((await take("of staff")).stashed).toEqual(form("Zubaan"));
});
