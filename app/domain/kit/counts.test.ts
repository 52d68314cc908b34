import { expect, test } from "vitest";
import { formatCount } from "./counts";

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1_234_567, "12,34,567"],
])("%d is written %s", (count, text) => expect(formatCount(count)).toBe(text));
