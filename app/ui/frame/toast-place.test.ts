import { describe, expect, it } from "vitest";
import { type Box, placeFor } from "./toast-place";

const phone = { width: 360, height: 740 };
const desk = { width: 1280, height: 900 };
const toast = { width: 328, height: 60 };

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });

describe("where a toast stands", () => {
  it("is the lower right corner of an empty page", () => {
    expect(placeFor(toast, desk, [])).toEqual({ side: "right", bottom: 16 });
  });

  it("is above a button at the lower edge", () => {
    const placeOrder = box(16, 680, 328, 44);
    const { bottom } = placeFor(toast, phone, [placeOrder]);
    expect(phone.height - bottom).toBeLessThanOrEqual(680);
    expect(bottom).toBeLessThan(90);
  });

  it("is on the left where the right is full of controls", () => {
    const column = Array.from({ length: 18 }, (_, row) => box(960, row * 50, 300, 45));
    expect(placeFor(toast, desk, column)).toEqual({ side: "left", bottom: 16 });
  });

  it("hides as little as it can where there is no free spot", () => {
    const covers = Array.from({ length: 7 }, (_, row) => box(0, row * 100, 360, 100));
    const gap = box(0, 700, 360, 20);
    const { bottom } = placeFor(toast, phone, [...covers, gap]);
    // Across the seam of two covers: neither is wholly hidden, and the small control is left alone.
    expect(phone.height - bottom).toBeLessThanOrEqual(700);
  });

  it("may lie over the rim of a cover, but of nothing else", () => {
    const large = box(0, 400, 360, 268);
    expect(placeFor(toast, phone, [{ ...large, isPicture: true }])).toEqual({ side: "right", bottom: 16 });
    expect(placeFor(toast, phone, [large]).bottom).toBeGreaterThan(300);
  });
});
