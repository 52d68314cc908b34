import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { minutesAfter } from "~/test/time";
import { type KeptForm, keepRow, sweepKeptForms, takeRow } from "./kept-form-rows.server";

const { write } = await createTestDatabase();
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(NOW);
const PAGE = "/admin/publishers?add=1";
const form = (name: string, staffId: number | null = 7): KeptForm => ({
  page: PAGE,
  fields: { name: [name] },
  staffId,
  why: "session",
});
const keep = (token: string, given = form(token), now = NOW) =>
  keepRow(write, token, given, { expires: new Date(now.getTime() + 3_600_000), now });
const take = (token: string, accountId: number | null = 7, now = NOW, page = PAGE) =>
  takeRow(write, token, { page, accountId, now });
const rows = () => write.selectFrom("kept_forms").selectAll().execute();

test("a form is sealed, and given once, to its person on its page", async () => {
  await keep("token", form("Zubaan"));
  expect(JSON.stringify(await rows())).not.toMatch(/token|Zubaan/);
  expect(await take("other")).toEqual({ stays: false, kept: null });
  expect(await take("token", 7, NOW, "/admin")).toEqual({ stays: true, kept: null });
  expect(await take("token")).toEqual({ stays: false, kept: form("Zubaan") });
  expect(await take("token")).toEqual({ stays: false, kept: null });

  await keep("anothers");
  expect(await take("anothers", 8)).toEqual({ stays: false, kept: null });
  expect(await rows()).toEqual([]);
  await keep("anybody's", form("Yoda", null));
  expect((await take("anybody's", 8)).kept).toEqual(form("Yoda", null));
});

test("a form is not given after its hour, nor one that was put in another's place; the sweep removes it", async () => {
  await keep("late");
  expect((await take("late", 7, later(61))).kept).toBeNull();
  await keep("one");
  const [{ sealed } = expect.fail("not kept")] = await rows();
  await keep("two");
  await write.updateTable("kept_forms").set({ sealed }).execute();
  expect((await take("two")).kept).toBeNull();
  expect(await sweepKeptForms(write, later(59))).toBe(0);
  expect(await sweepKeptForms(write, later(61))).toBe(1);
});

test("of more than 64 forms the oldest are forgotten", async () => {
  for (let number = 0; number < 66; number += 1)
    await keep(`${number}`, form(`${number}`), new Date(NOW.getTime() + number * 1000));
  expect(await rows()).toHaveLength(64);
  expect((await take("1")).kept).toBeNull();
  expect((await take("2")).kept).toEqual(form("2"));
});
