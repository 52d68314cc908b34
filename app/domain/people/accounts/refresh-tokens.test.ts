import { beforeEach, describe, expect, test } from "vitest";
import { sha256 } from "~/platform/secrets/tokens.server";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import {
  endRefreshFamiliesOf,
  findTokenAccount,
  rotateRefreshToken,
  startRefreshFamily,
  sweepRefreshFamilies,
  type TokenGrant,
} from "./refresh-tokens.server";
import { endSessionsOf } from "./sessions.server";

const db = await createTestDatabase();
const NOW = new Date("2026-11-21T10:00:00.000Z");
const SECOND = 1000;
const DAY = 24 * 3600 * SECOND;
const later = (ms: number) => new Date(NOW.getTime() + ms);

let accountId: number;
let first: TokenGrant;
beforeEach(async () => {
  await db.write.deleteFrom("accounts").execute();
  accountId = await createAccount(db.write);
  first = await startRefreshFamily(db.write, accountId, undefined, NOW);
});

const rotate = ({ refreshToken }: TokenGrant, at: Date) => rotateRefreshToken(db.write, refreshToken, at);
const rotated = async (grant: TokenGrant, at: Date) => {
  const next = await rotate(grant, at);
  if (!next) throw new Error("the token was refused");
  return next;
};
const families = () => db.read.selectFrom("refresh_families").selectAll().execute();
const tokens = () => db.read.selectFrom("refresh_tokens").selectAll().execute();
const account = (grant: TokenGrant) => findTokenAccount(db.read, grant.familyId, grant.accountId);

describe("a refresh token", () => {
  test("is exchanged for another of the same family; only hashes are stored", async () => {
    const second = await rotated(first, later(SECOND));
    expect(second).toMatchObject({ accountId, familyId: first.familyId, issuedAt: later(SECOND) });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.refreshToken.length).toBeGreaterThanOrEqual(43);
    const third = await rotated(second, later(DAY));
    expect((await tokens()).map((row) => row.token_hash).sort()).toEqual(
      [first, second, third].map((grant) => sha256(grant.refreshToken)).sort(),
    );
    const stored = JSON.stringify(await tokens());
    for (const grant of [first, second, third]) expect(stored).not.toContain(grant.refreshToken);
  });

  test("sent again within 10 seconds returns the identical pair", async () => {
    const second = await rotated(first, NOW);
    for (const ms of [0, SECOND, 10 * SECOND]) expect(await rotate(first, later(ms))).toEqual(second);
    expect(await rotated(second, later(11 * SECOND))).toMatchObject({ familyId: first.familyId });
  });

  test("sent again after 10 seconds ends its whole family, and no other", async () => {
    const elsewhere = await startRefreshFamily(db.write, accountId, undefined, NOW);
    const second = await rotated(first, NOW);
    expect(await rotate(first, later(10 * SECOND + 1))).toBeNull();
    expect(await rotate(second, later(11 * SECOND))).toBeNull();
    expect(await account(first)).toBeNull();
    expect(await families()).toMatchObject([{ id: elsewhere.familyId }]);
    expect(await rotate(elsewhere, later(11 * SECOND))).not.toBeNull();
  });

  test("sent again after its successor was used ends the family, even within 10 seconds", async () => {
    const second = await rotated(first, NOW);
    const third = await rotated(second, later(SECOND));
    expect(await rotate(first, later(2 * SECOND))).toBeNull();
    expect(await rotate(third, later(3 * SECOND))).toBeNull();
    expect(await families()).toEqual([]);
  });

  test("sent fifty times at once is exchanged once; all get the same pair", async () => {
    const grants = await Promise.all(Array.from({ length: 50 }, () => rotated(first, later(SECOND))));
    expect(new Set(grants.map((grant) => JSON.stringify(grant))).size).toBe(1);
    expect(await tokens()).toHaveLength(2);
    expect(await rotate(grants[0]!, later(2 * SECOND))).not.toBeNull();
  });

  test("is valid for 30 days, its successor for 30 days from the exchange", async () => {
    expect(await rotate(first, later(30 * DAY))).toBeNull();
    expect(await families()).toHaveLength(1);
    const second = await rotated(first, later(30 * DAY - 1));
    expect(await rotate(second, later(60 * DAY - 1))).toBeNull();
    expect(await rotate(second, later(60 * DAY - 2))).not.toBeNull();
  });

  test.each(["", "nonsense", "\u0000", "x".repeat(10_000)])(
    "that the shop never issued is refused: %j",
    async (token) => {
      expect(await rotateRefreshToken(db.write, token, NOW)).toBeNull();
      expect(await families()).toHaveLength(1);
    },
  );
});

describe("changes of the account take effect at once", () => {
  test("deactivating refuses exchange and access; activating allows access again", async () => {
    const set = (status: "active" | "inactive") =>
      db.write.updateTable("accounts").set({ status }).where("id", "=", accountId).execute();
    await set("inactive");
    expect(await rotate(first, later(SECOND))).toBeNull();
    expect(await account(first)).toBeNull();
    await set("active");
    expect(await account(first)).toMatchObject({ id: accountId });
  });

  test("a changed role applies to existing tokens", async () => {
    expect(await account(first)).toMatchObject({ role: "customer" });
    await db.write.updateTable("accounts").set({ role: "admin" }).where("id", "=", accountId).execute();
    expect(await account(first)).toMatchObject({ role: "admin" });
  });

  test("ending an account's sessions ends its families, and no others", async () => {
    const other = await startRefreshFamily(db.write, await createAccount(db.write), undefined, NOW);
    await startRefreshFamily(db.write, accountId, undefined, NOW);
    await db.write.transaction().execute((trx) => endSessionsOf(trx, accountId));
    expect(await families()).toMatchObject([{ id: other.familyId }]);
    expect(await rotate(first, later(SECOND))).toBeNull();
    await endRefreshFamiliesOf(db.write, other.accountId);
    expect(await tokens()).toEqual([]);
  });

  test("finds no account when the family belongs to another account", async () => {
    const other = await createAccount(db.write);
    expect(await findTokenAccount(db.read, first.familyId, other)).toBeNull();
    expect(await findTokenAccount(db.read, 999_999, accountId)).toBeNull();
  });
});

test("rolls back the login when the work alongside it fails", async () => {
  const failing = startRefreshFamily(db.write, accountId, () => Promise.reject(new Error("no")), NOW);
  await expect(failing).rejects.toThrow("no");
  expect(await families()).toHaveLength(1);
});

test("deletes families whose last token has expired, and keeps the others", async () => {
  await startRefreshFamily(db.write, accountId, undefined, later(-DAY));
  await rotated(first, later(DAY));
  expect(await sweepRefreshFamilies(db.write, later(29 * DAY - 1))).toBe(0);
  expect(await sweepRefreshFamilies(db.write, later(29 * DAY))).toBe(1);
  expect(await families()).toMatchObject([{ id: first.familyId }]);
  expect(await sweepRefreshFamilies(db.write, later(31 * DAY))).toBe(1);
  expect(await tokens()).toEqual([]);
});
