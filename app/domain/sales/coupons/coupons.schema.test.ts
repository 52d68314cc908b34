import { describe, expect, test } from "vitest";
import { couponFormValues } from "./coupon-form";
import { couponSchema } from "./coupons.schema";

const FORM = { code: "DIWALI", kind: "percentage", value: "10" };
const read = (given: Record<string, unknown>) => couponSchema.safeParse({ ...FORM, ...given });
const sound = (given: Record<string, unknown>) => couponSchema.parse({ ...FORM, ...given });
const problems = (given: Record<string, unknown>) => {
  const { error } = read(given);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
};

test("empty fields set no limits", () => {
  expect(sound({ mostDiscount: "", minimumSubtotal: "", startsOn: "", totalLimit: "" })).toEqual({
    code: "DIWALI",
    description: "",
    kind: "percentage",
    value: 1000,
    mostDiscount: null,
    minimumSubtotal: 0,
    startsAt: null,
    endsAt: null,
    totalLimit: null,
    customerLimit: null,
    active: false,
    setSize: null,
    scope: "all",
    which: [],
    leastCopies: 1,
    groupId: null,
    leastBought: 0,
    automatic: false,
  });
});

test("a code is 3 to 30 letters, digits and hyphens; case and spaces do not matter", () => {
  expect(sound({ code: " di wali-26 " }).code).toBe("DIWALI-26");
  expect(sound({ code: "a-b" }).code).toBe("A-B");
  expect(sound({ code: "x".repeat(30) }).code).toBe("X".repeat(30));
  for (const code of ["ab", "x".repeat(31), "10%OFF", "दिवाली", "a_b", "straße"])
    expect([code, problems({ code })]).toEqual([
      code,
      { code: "Code must be 3 to 30 letters, digits or hyphens" },
    ]);
  for (const code of ["", "  ", "\0", null, undefined])
    expect(problems({ code })).toEqual({ code: "Code is required" });
});

describe("the discount and the limits", () => {
  test("are read as hundredths of a per cent or paise, from typed text and from JSON numbers", () => {
    expect(sound({ value: "12.5" }).value).toBe(1250);
    expect(sound({ value: "100 %" }).value).toBe(10_000);
    expect(sound({ value: 0.01 }).value).toBe(1);
    expect(sound({ kind: "amount", value: "₹ 1,00,000" }).value).toBe(10_000_000);
    expect(sound({ kind: "amount", value: 99.99 }).value).toBe(9999);
    expect(sound({ mostDiscount: "200", minimumSubtotal: 500 })).toMatchObject({
      mostDiscount: 20_000,
      minimumSubtotal: 50_000,
    });
  });

  test.each([
    [{ value: "" }, { value: "Value is required" }],
    [{ value: "0" }, { value: "Value must be more than 0" }],
    [{ value: "-5" }, { value: "Value must be a number with at most two decimals" }],
    [{ value: "1.005" }, { value: "Value must be a number with at most two decimals" }],
    [{ value: "1e2" }, { value: "Value must be a number with at most two decimals" }],
    [{ value: "100.01" }, { value: "Value must be at most 100 per cent" }],
    [{ kind: "amount", value: "100000.01" }, { value: "Value must be at most 100000 rupees" }],
    [{ kind: "gift" }, { kind: "Kind must be percentage, amount, copies, delivery" }],
    [{ mostDiscount: "0" }, { mostDiscount: "Highest discount must be more than 0" }],
    [{ kind: "delivery", value: "5" }, { value: "Free delivery has no value: leave it empty" }],
    [
      { kind: "copies", value: "1" },
      { setSize: "Say how many copies make a set, such as 3 for three for two" },
    ],
    [
      { kind: "copies", value: "3", setSize: "3" },
      { value: "Value must be the free copies of a set: a whole number, and fewer than the set has" },
    ],
    [{ setSize: "3" }, { setSize: "Only free copies need a set: leave it empty" }],
    [{ scope: "tags" }, { which: "Say which books, authors or tags, each on its own line" }],
    [{ which: "Gora" }, { which: "For all books leave this empty, or choose what it applies to" }],
    [
      { scope: "tags", which: "x\n".repeat(3) + Array.from({ length: 20 }, (_, at) => at).join("\n") },
      { which: "At most 20 books, authors or tags, each of 200 characters or less" },
    ],
    [{ kind: "amount", mostDiscount: "5" }, { mostDiscount: "Only a percentage has a highest discount" }],
    [{ totalLimit: "0" }, { totalLimit: "Orders in all must be a whole number from 1 to 1000000" }],
    [
      { customerLimit: "1.5" },
      { customerLimit: "Orders of one customer must be a whole number from 1 to 1000000" },
    ],
    [{ description: "x".repeat(201) }, { description: "Description must be 200 characters or less" }],
    [
      { code: "", value: "500", mostDiscount: "x" },
      {
        code: "Code is required",
        value: "Value must be at most 100 per cent",
        mostDiscount: "Highest discount must be a number with at most two decimals",
      },
    ],
  ])("%j is refused at its field", (given, messages) => {
    expect(problems(given)).toEqual(messages);
  });
});

describe("Indian dates", () => {
  test("a coupon is valid from the start of the first day to the end of the last, unless a time is given", () => {
    expect(sound({ startsOn: "2026-12-01", endsOn: "2026-12-31" })).toMatchObject({
      startsAt: "2026-11-30T18:30:00.000Z",
      endsAt: "2026-12-31T18:30:00.000Z",
    });
    expect(sound({ startsOn: "2026-12-01", endsOn: "2026-12-01" }).endsAt).toBe("2026-12-01T18:30:00.000Z");
    expect(
      sound({ startsOn: "2026-12-01", startsTime: "10:00", endsOn: "2026-12-01", endsTime: "18:30" }),
    ).toMatchObject({ startsAt: "2026-12-01T04:30:00.000Z", endsAt: "2026-12-01T13:00:00.000Z" });
  });

  test.each([
    [{ startsOn: "2026-02-30" }, { startsOn: "Start must be a date such as 2026-11-28" }],
    [{ endsOn: "9999-12-31" }, { endsOn: "End must be a date such as 2026-11-28" }],
    [{ startsTime: "10:00" }, { startsOn: "Start needs a date as well as a time" }],
    [{ endsTime: "10:00" }, { endsOn: "End needs a date as well as a time" }],
    [{ endsOn: "2026-12-01", endsTime: "24:00" }, { endsTime: "End time must be a time such as 18:30" }],
    [{ startsOn: "2026-12-02", endsOn: "2026-12-01" }, { endsOn: "End must be after the start" }],
    [
      { startsOn: "2026-12-02", startsTime: "10:00", endsOn: "2026-12-02", endsTime: "10:00" },
      { endsOn: "End must be after the start" },
    ],
  ])("%j is refused", (given, messages) => {
    expect(problems(given)).toEqual(messages);
  });

  test("the values that the form shows are read as the same coupon", () => {
    for (const given of [
      { description: "For Diwali", mostDiscount: "200.50", minimumSubtotal: "500", active: "on" },
      { kind: "amount", value: "99.50", totalLimit: "5", customerLimit: "1" },
      { startsOn: "2026-12-01", endsOn: "2026-12-31" },
      { startsOn: "2026-12-01", startsTime: "10:00", endsOn: "2026-12-31", endsTime: "18:30" },
      { endsOn: "2026-12-31", endsTime: "00:00" },
      { kind: "copies", value: "1", setSize: "3", leastCopies: "3", automatic: "on" },
      { kind: "delivery", value: "", minimumSubtotal: "499" },
      { leastBought: "2000.50" },
    ]) {
      const { which: _, groupId, ...fields } = sound(given);
      const stored = { ...fields, targets: [], group: null };
      expect(couponSchema.parse(couponFormValues(stored))).toEqual({ ...fields, which: [], groupId });
    }
    const midnight = couponFormValues({
      ...sound({ endsOn: "2026-12-31", endsTime: "00:00" }),
      targets: [],
      group: null,
    });
    expect(midnight).toMatchObject({ endsOn: "2026-12-30", endsTime: "" });
  });
});
