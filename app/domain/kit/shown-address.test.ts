import fc from "fast-check";
import { expect, test } from "vitest";
import { shownAddress } from "./shown-address";
import { mailAddress } from "./typed-text";

test.each([
  "ravi@डाकमेल.भारत",
  "asha@exämple.com",
  "asha@sub.ಉದಾಹರಣೆ.co.in",
  "li@例え.テスト",
  "a@bücher-straße.de",
  "plain@example.in",
])("%s is stored for mail servers, and shown as it was typed", (typed) => {
  expect(shownAddress(mailAddress(typed))).toBe(typed);
});

test("any domain that mail servers know is shown as it was typed", () => {
  const label = fc.string({ unit: fc.constantFrom(..."abzआकमलবাংলাதமிழ์例äöñ0-"), minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(label, label, (one, two) => {
      const typed = `a@${one}.${two}`;
      const stored = mailAddress(typed);
      // The platform writes it again; a domain that it refuses stays as it was typed.
      expect(mailAddress(shownAddress(stored))).toBe(stored);
    }),
  );
});

test.each(["a@xn--.com", "a@xn--99999999.com", "a@xn--a_b.com", "no address", "xn--exmple-cua@x.in", "@"])(
  "%s stays as it is",
  (other) => expect(shownAddress(other)).toBe(other),
);
