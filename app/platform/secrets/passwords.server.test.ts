import { describe, expect, test } from "vitest";
import { whilePasswordsAreBusy } from "~/test/busy-passwords";
import { isCommonPassword } from "./common-passwords.server";
import { DUMMY_HASH, hashPassword, passwordSlots, verifyPassword } from "./passwords.server";

/** Every hash takes the same work. */
const PARAMETERS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

const hashed = async (password: string) => {
  const result = await hashPassword(password);
  if (result === "busy") throw new Error("busy");
  return result.hash;
};

describe("hashing", () => {
  test("uses argon2id with 19 MiB, two passes, one lane and a random salt", async () => {
    const [one, two] = [await hashed("Correct-Horse-7"), await hashed("Correct-Horse-7")];
    expect(one).toMatch(PARAMETERS);
    expect(one).not.toBe(two);
    expect(await verifyPassword("Correct-Horse-7", one)).toBe("right");
    expect(await verifyPassword("correct-horse-7", one)).toBe("wrong");
  });

  test("treats composed and decomposed letters as the same password", async () => {
    expect(await verifyPassword("Cafe\u0301-Mocha-9", await hashed("Caf\u00e9-Mocha-9"))).toBe("right");
  });

  test("without an account, does the same work and never succeeds", async () => {
    expect(await verifyPassword("anything", await hashed("Correct-Horse-7"))).toBe("wrong");
    expect(await verifyPassword("anything", null)).toBe("wrong");
    expect(DUMMY_HASH).toMatch(PARAMETERS);
    // Refused for want of a slot, as only what hashes is.
    expect(await whilePasswordsAreBusy(() => verifyPassword("anything", null))).toBe("busy");
  });

  test("a password over the limit is wrong after the same work, and is not normalised", async () => {
    const stored = await hashed("Correct-Horse-7");
    // Normalising 60,000 combining marks takes seconds; a hash always takes the same time.
    const long = Object.assign(new String(`a${"\u0315\u0316".repeat(30_000)}`), {
      normalize: () => {
        throw new Error("it was normalised");
      },
    }) as unknown as string;
    for (const password of [long, "x".repeat(201)]) {
      for (const hash of [stored, null]) expect(await verifyPassword(password, hash)).toBe("wrong");
      expect(isCommonPassword(password)).toBe(false);
      expect(() => hashPassword(password)).toThrow("over its limit");
    }
    expect(await whilePasswordsAreBusy(() => verifyPassword(long, stored))).toBe("busy");
    expect(await verifyPassword("y".repeat(200), await hashed("y".repeat(200)))).toBe("right");
  });

  test("refuses what comes while fifty are hashed and wait, and accepts again afterwards", async () => {
    let end = () => {};
    const over = new Promise<void>((resolve) => (end = resolve));
    const crowd = Array.from({ length: 60 }, () => passwordSlots(() => over));
    expect([await hashPassword("x"), await verifyPassword("x", null)]).toEqual(["busy", "busy"]);
    end();
    expect((await Promise.all(crowd)).filter((answer) => answer === "busy")).toHaveLength(10);
    await expect(verifyPassword("x", "hash")).rejects.toThrow();
    const stored = await hashed("x");
    const again = await Promise.all(Array.from({ length: 3 }, () => verifyPassword("x", stored)));
    expect(again).toEqual(["right", "right", "right"]);
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
