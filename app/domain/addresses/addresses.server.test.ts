import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { ADDRESS, createAccount } from "~/test/factories";
import { findAddress, listAddresses, saveAddress } from "./addresses.server";

test("addresses are saved, listed and changed by their owner alone", async () => {
  const { write: db } = await createTestDatabase();
  const owner = await createAccount(db);
  const other = await createAccount(db);

  const added = await saveAddress(db, owner, null, ADDRESS);
  expect(added).toMatchObject({ ok: true, message: "Shipping address added!" });
  const id = added.ok ? added.id : 0;
  const changed = await saveAddress(db, owner, id, { ...ADDRESS, place: "Thrissur" });
  expect(changed).toEqual({ ok: true, id, message: "Shipping address updated!" });
  expect(await listAddresses(db, owner)).toEqual([{ ...ADDRESS, place: "Thrissur", id }]);

  expect(await findAddress(db, other, id)).toBeNull();
  expect(await listAddresses(db, other)).toEqual([]);
  expect(await saveAddress(db, other, id, ADDRESS)).toMatchObject({ ok: false, reason: "not_found" });
  expect(await findAddress(db, owner, id)).toMatchObject({ place: "Thrissur" });
});
