import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount, createAddress } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import {
  ADDRESSES_MAX,
  deleteAddress,
  findAddress,
  addressesToChoose,
  listAddresses,
  makeDefaultAddress,
  saveAddress,
} from "./addresses.server";

test("only their owner can list and change addresses", async () => {
  const { write: db } = await createTestDatabase();
  const owner = await createAccount(db);
  const other = await createAccount(db);

  const added = await saveAddress(db, owner, null, ADDRESS);
  expect(added).toMatchObject({ ok: true, message: "Shipping address added!" });
  const id = added.ok ? added.id : 0;
  const changed = await saveAddress(db, owner, id, { ...ADDRESS, place: "Thrissur" });
  expect(changed).toEqual({ ok: true, id, isDouble: false, message: "Shipping address updated!" });
  expect(await listAddresses(db, owner)).toEqual([{ ...ADDRESS, place: "Thrissur", id, isDefault: false }]);

  expect(await findAddress(db, other, id)).toBeNull();
  expect(await listAddresses(db, other)).toEqual([]);
  expect(await saveAddress(db, other, id, ADDRESS)).toMatchObject({ ok: false, reason: "not_found" });
  expect(await findAddress(db, owner, id)).toMatchObject({ place: "Thrissur" });
});

test("at most one address is the default, and only its owner can choose it", async () => {
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
  expect(await defaults()).toHaveLength(2);
  await Promise.all([first, first].map((id) => makeDefaultAddress(db, owner, id)));
  expect(await defaults()).toEqual([first, theirs]);
  await saveAddress(db, owner, first, { ...ADDRESS, place: "Thrissur" });
  expect(await findAddress(db, owner, first)).toMatchObject({ place: "Thrissur", isDefault: true });
});

test("only the owner can delete an address; orders keep their copy of it", async () => {
  const { write: db } = await createTestDatabase();
  const [owner, other] = [await createAccount(db), await createAccount(db)];
  const id = await createAddress(db, owner);
  const orderId = await insertOrder(db, { accountId: owner, state: "delivered" });
  const order = () => db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
  const before = await order();
  expect(await deleteAddress(db, other, id)).toBe(false);
  expect(await deleteAddress(db, owner, id)).toBe(true);
  expect(await deleteAddress(db, owner, id)).toBe(false);
  expect(await listAddresses(db, owner)).toEqual([]);
  expect(await order()).toEqual(before);
});

test("saves an identical address only once; one with a different field or owner is saved separately", async () => {
  const { write: db } = await createTestDatabase();
  const [owner, other] = [await createAccount(db), await createAccount(db)];
  const first = await createAddress(db, owner);
  await createAddress(db, other);
  const save = async (id: number | null, more: object = {}) => {
    const saved = await saveAddress(db, owner, id, { ...ADDRESS, ...more });
    return saved.ok ? saved : null;
  };
  const again = { ok: true, id: first, isDouble: true, message: "You have saved this address already." };
  expect(await save(null)).toEqual(again);
  const near = await save(null, { mobile: "9847012346" });
  expect(near).toMatchObject({ isDouble: false });
  // A change that makes it equal to the first address: returns the first, and leaves this one as it was.
  expect(await save(near!.id)).toEqual(again);
  expect(await findAddress(db, owner, near!.id)).toMatchObject({ mobile: "9847012346" });
  expect(await save(first)).toMatchObject({ id: first, isDouble: false });
  const both = await Promise.all([save(null, { place: "Kollam" }), save(null, { place: "Kollam" })]);
  expect(both.map((saved) => saved!.isDouble).sort()).toEqual([false, true]);
  expect(await listAddresses(db, owner)).toHaveLength(3);
});

test("the checkout preselects the address of the unpaid order, the default, the last used or the only one", async () => {
  const { write: db } = await createTestDatabase();
  const owner = await createAccount(db);
  const first = async () => (await addressesToChoose(db, owner)).preselected?.id ?? null;
  const order = (state: "delivered" | "pending", place: string) =>
    insertOrder(db, { accountId: owner, state }).then((id) =>
      db.updateTable("orders").set({ place }).where("id", "=", id).execute(),
    );

  expect(await first()).toBeNull();
  const kochi = await createAddress(db, owner, { place: "Kochi" });
  expect(await first()).toBe(kochi);
  const pune = await createAddress(db, owner, { place: "Pune" });
  expect(await first()).toBeNull();
  await order("delivered", "Pune");
  await order("delivered", "Kochi");
  expect(await first()).toBe(kochi);
  await order("delivered", "A place since deleted");
  expect(await first()).toBe(kochi);
  await makeDefaultAddress(db, owner, pune);
  expect(await first()).toBe(pune);
  await order("pending", "Kochi");
  expect(await first()).toBe(kochi);
});

test("a customer has at most fifty addresses; those of one who has more can be changed and deleted", async () => {
  const { write: db } = await createTestDatabase();
  const [owner, other] = [await createAccount(db), await createAccount(db)];
  const ids: number[] = [];
  for (let n = 1; n < ADDRESSES_MAX; n += 1) ids.push(await createAddress(db, owner));
  const add = (place: string) => saveAddress(db, owner, null, { ...ADDRESS, place });
  const last = await add("Thrissur");
  expect(last).toMatchObject({ ok: true });
  const message = "You can save 50 addresses; delete one first";
  expect(await add("Kannur")).toEqual({ ok: false, reason: "full", message });
  expect(await add("Thrissur"), "one saved before").toEqual({
    ...last,
    isDouble: true,
    message: expect.any(String),
  });
  expect(await saveAddress(db, other, null, ADDRESS)).toMatchObject({ ok: true });

  ids.push(await createAddress(db, owner));
  expect(await saveAddress(db, owner, ids[0]!, { ...ADDRESS, place: "Kannur" })).toMatchObject({ ok: true });
  for (const id of ids.slice(0, 2)) expect(await deleteAddress(db, owner, id)).toBe(true);
  expect(await add("Kollam")).toMatchObject({ ok: true, isDouble: false });
  expect(await listAddresses(db, owner)).toHaveLength(ADDRESSES_MAX);
});
