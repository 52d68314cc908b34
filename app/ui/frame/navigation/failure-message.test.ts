import { describe, expect, it } from "vitest";
import { failureMessage, NO_CONNECTION } from "./failure-message";

const form = (fields: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe("the message of a failed request", () => {
  const own = { failed: { "": "Registration failed.", remove: "Failed to delete the cart item!" } };
  it.each([
    [
      "/cart",
      form({ intent: "add", title: "Gora" }),
      null,
      'Failed to add "Gora" to cart. Please try again.',
    ],
    ["/cart", null, null, "Failed to load your cart. Please refresh the page."],
    ["/books", null, null, "Failed to load books. Please try again."],
    ["/register", null, null, NO_CONNECTION],
    ["/register", form(), own, "Registration failed."],
    ["/cart", form({ intent: "remove" }), own, "Failed to delete the cart item!"],
    ["/cart", form({ intent: "apply-coupon" }), own, NO_CONNECTION],
    ["/newsletter", form(), null, NO_CONNECTION],
    ["/admin/products", form({ intent: "save" }), {}, NO_CONNECTION],
  ])("%s %#", (path, sent, words, told) => {
    expect(failureMessage(path, sent, words, "")).toBe(told);
  });

  it("is the shop's own message when the specification has none", () => {
    const sentence = "The form is too large.";
    expect(failureMessage("/admin/products", form(), undefined, sentence)).toBe(sentence);
    expect(failureMessage("/register", form(), own, sentence)).toBe("Registration failed.");
  });
});
