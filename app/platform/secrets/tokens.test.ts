import { describe, expect, test } from "vitest";
import { equalInConstantTime, randomToken, sha256 } from "./tokens.server";

describe("tokens", () => {
  test("are long, safe in a URL and unique", () => {
    const tokens = Array.from({ length: 200 }, () => randomToken());
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(randomToken(6)).toMatch(/^[\w-]{8}$/);
  });

  test("are hashed with SHA-256", () => {
    // FIPS 180-2, example B.1
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});

describe("the comparison in constant time", () => {
  test.each([
    ["secret", "secret", true],
    ["secret", "Secret", false],
    ["secret", "secret2", false],
    ["", "", true],
    ["", "secret", false],
    ["ümlaut ₹", "ümlaut ₹", true],
    ["a".repeat(10_000), "a", false],
  ])("%j and %j: %s", (a, b, expected) => {
    expect(equalInConstantTime(a, b)).toBe(expected);
  });
});
