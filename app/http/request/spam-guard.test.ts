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

const sent = (stamp: string, after: number, context = new RouterContextProvider()) =>
  readSender(context, form({ [GUARD_FIELDS.empty]: "", [GUARD_FIELDS.shown]: stamp }), NOW + after);

describe("the sender of a public form", () => {
  test("is a person after two seconds, also when the page is hours or days old", () => {
    const stamp = makeStamp(NOW);
    expect([0, 1999].map((after) => sent(stamp, after))).toEqual(["too-quick", "too-quick"]);
    expect([2000, 60_000, 40 * 24 * 3_600_000].map((after) => sent(stamp, after))).toEqual(
      Array.from({ length: 3 }, () => "person"),
    );
  });

  test("needs a stamp that the shop made", () => {
    const stamp = makeStamp(NOW);
    const earlier = makeStamp(NOW - 60_000);
    const forged = earlier.slice(0, -6) + stamp.slice(-6);
    for (const wrong of ["", "x", stamp.slice(0, -1), `${stamp}x`, forged, "______"])
      expect([wrong, sent(wrong, 60_000)]).toEqual([wrong, "too-quick"]);
    expect(readSender(new RouterContextProvider(), form({}), NOW)).toBe("too-quick");
  });

  test("is a program when the hidden field has a value", () => {
    const fields = { [GUARD_FIELDS.empty]: "casino", [GUARD_FIELDS.shown]: makeStamp(NOW) };
    expect(readSender(new RouterContextProvider(), form(fields), NOW + 60_000)).toBe("program");
  });

  test("gets the form back with the stamp it came with, so that it can be sent again at once", () => {
    const context = new RouterContextProvider();
    const stamp = makeStamp(NOW);
    sent(stamp, 500, context);
    expect(formStamp(context)).toBe(stamp);
    const other = new RouterContextProvider();
    sent("forged", 500, other);
    expect(formStamp(other)).not.toBe("forged");
  });
});
