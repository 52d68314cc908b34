import { expect, test } from "vitest";
import { shortText } from "./short-text";

test.each([
  ["  A foundling\n in Calcutta. ", 160, "A foundling in Calcutta."],
  ["One two three", 13, "One two three"],
  ["One two three, four", 15, "One two three…"],
  ["Onetwothreefour five", 10, "Onetwothr…"],
  ["घर और बाहर की कहानी", 12, "घर और बाहर…"],
  ["📚📚📚📚", 4, "📚…"],
  ["a\0b\u0085c", 10, "a b c"],
])("%j in %i characters: %j", (text, length, short) => {
  expect(shortText(text, length)).toBe(short);
  expect(short.length).toBeLessThanOrEqual(length);
});
