import { describe, expect, it } from "vitest";
import { type Box, type Control, placeBelowHeader, placeFor } from "./toast-place";

const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };
const toast = { width: 328, height: 60 };

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });

describe("the position of a toast", () => {
  it("is the lower right corner of an empty page", () => {
    expect(placeFor(toast, desktop, [])).toEqual({ side: "right", bottom: 16 });
  });

  it("is above a button at the lower edge", () => {
    const placeOrder = box(16, 680, 328, 44);
    const { bottom } = placeFor(toast, phone, [placeOrder]);
    expect(phone.height - bottom).toBeLessThanOrEqual(680);
    expect(bottom).toBeLessThan(90);
  });

  it("is on the left where the right is full of controls", () => {
    const column = Array.from({ length: 18 }, (_, row) => box(960, row * 50, 300, 45));
    expect(placeFor(toast, desktop, column)).toEqual({ side: "left", bottom: 16 });
  });

  it("hides as little as possible without a free spot", () => {
    const covers = Array.from({ length: 7 }, (_, row) => box(0, row * 100, 360, 100));
    const gap = box(0, 700, 360, 20);
    const { bottom } = placeFor(toast, phone, [...covers, gap]);
    // Between two covers: neither is wholly hidden, and the small control is free.
    expect(phone.height - bottom).toBeLessThanOrEqual(700);
  });

  it("hides others rather than any of the focused control without a free spot", () => {
    const small = Array.from({ length: 9 }, (_, row) => box(0, row * 60, 360, 58));
    const large = box(0, 540, 360, 200);
    expect(placeFor(toast, phone, [...small, large]).bottom).toBe(16);
    const { bottom } = placeFor(toast, phone, [...small, { ...large, isFocused: true }]);
    expect(phone.height - bottom).toBeLessThanOrEqual(540);
  });

  it("may cover the edge of a picture, but of no other control", () => {
    const large = box(0, 400, 360, 268);
    expect(placeFor(toast, phone, [{ ...large, isPicture: true }])).toEqual({ side: "right", bottom: 16 });
    expect(placeFor(toast, phone, [large]).bottom).toBeGreaterThan(300);
  });
});

describe("the position of a toast on a phone", () => {
  const title: Control = { ...box(16, 120, 328, 40), isMessage: true };

  it("is a line below the header, over other controls if need be", () => {
    const below = placeBelowHeader(toast, phone, 100, [box(16, 110, 328, 44)]);
    expect(below).toEqual({ side: "right", bottom: 740 - 108 - 60 });
  });

  it("is below a title, a message or the focused control", () => {
    const field = { ...box(16, 180, 328, 44), isFocused: true };
    const { bottom } = placeBelowHeader(toast, phone, 100, [title, field])!;
    expect(740 - bottom - 60).toBeGreaterThanOrEqual(224);
  });

  it("is another one when messages fill the upper half", () => {
    const long: Control = { ...box(0, 90, 360, 400), isMessage: true };
    expect(placeBelowHeader(toast, phone, 100, [long])).toBeNull();
    expect(740 - placeFor(toast, phone, [long]).bottom - 60).toBeGreaterThanOrEqual(490);
  });
});
