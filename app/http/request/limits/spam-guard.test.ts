import { RouterContextProvider } from "react-router";
import { describe, expect, test } from "vitest";
import { GUARD_FIELDS } from "~/page-data/spam-guard";
import { formStamp, makeStamp, readSender } from "./spam-guard.server";

const NOW = Date.parse("2026-11-22T06:00:00.000Z");

function form(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

const sent = (stamp: string, context = new RouterContextProvider()) =>
  readSender(context, form({ [GUARD_FIELDS.empty]: "", [GUARD_FIELDS.shown]: stamp }));

describe("the sender of a public form", () => {
  test("is a person however quickly it is sent, also when the page is days old", () => {
    for (const age of [-5000, 0, 60_000, 40 * 24 * 3_600_000])
      expect([age, sent(makeStamp(Date.now() - age))]).toEqual([age, "person"]);
  });

  test("needs a stamp that the shop made", () => {
    const stamp = makeStamp(NOW);
    const earlier = makeStamp(NOW - 60_000);
    const forged = earlier.slice(0, -6) + stamp.slice(-6);
    for (const wrong of ["", "x", stamp.slice(0, -1), `${stamp}x`, forged, "______"])
      expect([wrong, sent(wrong)]).toEqual([wrong, "unknown"]);
    expect(readSender(new RouterContextProvider(), form({}))).toBe("unknown");
  });

  test("is a program when the hidden field has a value", () => {
    const fields = { [GUARD_FIELDS.empty]: "casino", [GUARD_FIELDS.shown]: makeStamp(NOW) };
    expect(readSender(new RouterContextProvider(), form(fields))).toBe("program");
  });

  test("gets the form back with the stamp it came with, and with a good one after a wrong one", () => {
    const context = new RouterContextProvider();
    const stamp = makeStamp(NOW);
    sent(stamp, context);
    expect(formStamp(context)).toBe(stamp);
    const other = new RouterContextProvider();
    sent("forged", other);
    expect(sent(formStamp(other))).toBe("person");
  });
});
