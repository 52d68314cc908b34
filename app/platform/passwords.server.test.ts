import * as argon2 from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isCommonPassword } from "./common-passwords.server";
import { hashPassword, verifyPassword } from "./passwords.server";

// Spies on the real functions, to count the calls.
vi.mock("@node-rs/argon2", async (load) => {
  const real = await load<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash), verify: vi.fn(real.verify) };
});
beforeEach(() => {
  vi.mocked(argon2.verify).mockClear();
});

const hashed = async (password: string) => {
  const result = await hashPassword(password);
  if (result === "busy") throw new Error("busy");
  return result.hash;
};

describe("hashing", () => {
  test("uses argon2id with 19 MiB, two passes, one lane and a random salt", async () => {
    const [one, two] = [await hashed("Correct-Horse-7"), await hashed("Correct-Horse-7")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Correct-Horse-7", one)).toBe("right");
    expect(await verifyPassword("correct-horse-7", one)).toBe("wrong");
  });

  test("treats composed and decomposed letters as the same password", async () => {
    expect(await verifyPassword("Cafe\u0301-Mocha-9", await hashed("Caf\u00e9-Mocha-9"))).toBe("right");
  });

  test("without an account, does the same work and never succeeds", async () => {
    const stored = await hashed("Correct-Horse-7");
    expect(await verifyPassword("anything", stored)).toBe("wrong");
    expect(await verifyPassword("anything", null)).toBe("wrong");
    const [known, unknown] = vi.mocked(argon2.verify).mock.calls.map(([hash]) => argon2.parseOptions(hash));
    expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(2);
    expect(unknown).toEqual(known);
  });

  test("a password over the limit is wrong after the same work, and is not normalised", async () => {
    const stored = await hashed("Correct-Horse-7");
    // Normalising 60,000 combining marks takes seconds; a hash always takes the same time.
    const long = `a${"\u0315\u0316".repeat(30_000)}`;
    const normalize = vi.spyOn(String.prototype, "normalize");
    for (const password of [long, "x".repeat(201)]) {
      expect(await verifyPassword(password, stored)).toBe("wrong");
      expect(await verifyPassword(password, null)).toBe("wrong");
      expect(isCommonPassword(password)).toBe(false);
      expect(() => hashPassword(password)).toThrow("over its limit");
    }
    expect(normalize).not.toHaveBeenCalled();
    normalize.mockRestore();
    expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(4);
    expect(await verifyPassword("y".repeat(200), await hashed("y".repeat(200)))).toBe("right");
  });

  test("runs two at a time with a limited queue, refuses more, and accepts again afterwards", async () => {
    let atOnce = 0;
    let most = 0;
    vi.mocked(argon2.verify).mockImplementation(async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
      return true;
    });
    const crowd = await Promise.all(Array.from({ length: 200 }, () => verifyPassword("x", "hash")));
    expect(most).toBe(2);
    expect(crowd.filter((answer) => answer === "right")).toHaveLength(50);
    expect(crowd.filter((answer) => answer === "busy")).toHaveLength(150);

    vi.mocked(argon2.verify).mockRejectedValueOnce(new Error("broken hash"));
    await expect(verifyPassword("x", "hash")).rejects.toThrow("broken hash");
    const again = await Promise.all(Array.from({ length: 40 }, () => verifyPassword("x", "hash")));
    expect(new Set(again)).toEqual(new Set(["right"]));
  });
});

describe("the most common passwords", () => {
  test.each([
    "Password1!",
    "P@ssw0rd123",
    "p@55w0rd!",
    "Welcome@123",
    "Admin@1234",
    "India@2024",
    "123Qwerty!",
    "Qwerty@12345",
    "1qaz@WSX",
    "12345678!",
    "!@#$%^&*9",
    "1q2w3e4r!",
    "aaaaaaa1",
    "1111111!",
    "Iloveyou#1",
    "Sachin@10",
    "Abcd@1234",
    "987654321!",
    "Letmein!1",
    "Krishna@108",
    "@dmin123!",
    "S3cret!!1",
  ])("%s is refused", (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each([
    "Correct-Horse-7",
    "blue kettle 42!",
    "Dragonfly-in-rain-3",
    "password-of-the-lighthouse-8",
    "Tr0ub4dor&3",
    "मेरी-किताब-१२३",
    "Monsoon#Verandah9",
    "Secretary-bird-5",
    "8473-Dragon-2918!",
  ])("%s is accepted", (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  test("long input is checked quickly", () => {
    expect(isCommonPassword("1!".repeat(100_000) + "a")).toBe(false);
  });
});
