import * as argon2 from "@node-rs/argon2";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { isCommonPassword } from "./common-passwords.server";
import { hashPassword, verifyPassword } from "./passwords.server";

// The real functions, counted.
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
  test("argon2id, 19 MiB, two passes, one lane, a salt of its own", async () => {
    const [one, two] = [await hashed("Correct-Horse-7"), await hashed("Correct-Horse-7")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Correct-Horse-7", one)).toBe("right");
    expect(await verifyPassword("correct-horse-7", one)).toBe("wrong");
  });

  test("composed and decomposed letters are the same password", async () => {
    expect(await verifyPassword("Cafe\u0301-Mocha-9", await hashed("Caf\u00e9-Mocha-9"))).toBe("right");
  });

  test("no account: the same work with the same parameters, and never right", async () => {
    const stored = await hashed("Correct-Horse-7");
    expect(await verifyPassword("anything", stored)).toBe("wrong");
    expect(await verifyPassword("anything", null)).toBe("wrong");
    const [known, unknown] = vi.mocked(argon2.verify).mock.calls.map(([hash]) => argon2.parseOptions(hash));
    expect(vi.mocked(argon2.verify)).toHaveBeenCalledTimes(2);
    expect(unknown).toEqual(known);
  });

  test("one over the limit is wrong after the same work, and is never brought into one form", async () => {
    const stored = await hashed("Correct-Horse-7");
    // Bringing 60,000 marks into their order takes seconds; a hash takes the same time whatever is hashed.
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

  test("a crowd: two at a time, a bounded queue, a clean refusal beyond, and room again after", async () => {
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

describe("the commonest passwords", () => {
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

  test("long input is judged quickly", () => {
    expect(isCommonPassword("1!".repeat(100_000) + "a")).toBe(false);
  });
});
