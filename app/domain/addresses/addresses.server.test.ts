import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount, createAddress } from "~/test/factories";
import { standingOrder } from "~/test/factories-orders";
import {
  deleteAddress,
  findAddress,
  listAddresses,
  makeDefaultAddress,
  saveAddress,
} from "./addresses.server";

test("addresses are saved, listed and changed by their owner alone", async () => {
  const { write: db } = await createTestDatabase();
  const owner = await createAccount(db);
  const other = await createAccount(db);

  const added = await saveAddress(db, owner, null, ADDRESS);
  expect(added).toMatchObject({ ok: true, message: "Shipping address added!" });
  const id = added.ok ? added.id : 0;
  const changed = await saveAddress(db, owner, id, { ...ADDRESS, place: "Thrissur" });
  expect(changed).toEqual({ ok: true, id, message: "Shipping address updated!" });
  expect(await listAddresses(db, owner)).toEqual([{ ...ADDRESS, place: "Thrissur", id, isDefault: false }]);

  expect(await findAddress(db, other, id)).toBeNull();
  expect(await listAddresses(db, other)).toEqual([]);
  expect(await saveAddress(db, other, id, ADDRESS)).toMatchObject({ ok: false, reason: "not_found" });
  expect(await findAddress(db, owner, id)).toMatchObject({ place: "Thrissur" });
});

test("one address at most is the default, and only its owner's word counts", async () => {
  const { write: db } = await createTestDatabase();
  const [owner, other] = [await createAccount(db), await createAccount(db)];
  const [first, second] = [await createAddress(db, owner), await createAddress(db, owner)];
  const theirs = await createAddress(db, other);
  const defaults = async () =>
    (await db.selectFrom("addresses").select("id").where("is_default", "=", 1).orderBy("id").execute()).map(
      ({ id }) => id,
    );

  expect(await makeDefaultAddress(db, other, theirs)).toBe(true);
  expect(await makeDefaultAddress(db, owner, first)).toBe(true);
  expect(await makeDefaultAddress(db, owner, second)).toBe(true);
  expect(await makeDefaultAddress(db, owner, theirs)).toBe(false);
  expect(await defaults()).toEqual([second, theirs]);
  await Promise.all([first, second, first].map((id) => makeDefaultAddress(db, owner, id)));
  expect(await defaults()).toEqual([first, theirs]);
  await saveAddress(db, owner, first, { ...ADDRESS, place: "Thrissur" });
  expect(await findAddress(db, owner, first)).toMatchObject({ place: "Thrissur", isDefault: true });
});

test("an address is deleted by its owner alone; the orders sent there keep theirs", async () => {
  const { write: db } = await createTestDatabase();
  const [owner, other] = [await createAccount(db), await createAccount(db)];
  const id = await createAddress(db, owner);
  const orderId = await standingOrder(db, { accountId: owner, state: "delivered" });
  const order = () => db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const before = await order();
  expect(await deleteAddress(db, other, id)).toBe(false);
  expect(await deleteAddress(db, owner, id)).toBe(true);
  expect(await deleteAddress(db, owner, id)).toBe(false);
  expect(await listAddresses(db, owner)).toEqual([]);
  expect(await order()).toEqual(before);
});
