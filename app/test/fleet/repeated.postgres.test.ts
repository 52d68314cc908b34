import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { markManyPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { cancelByCustomer } from "~/domain/sales/orders/cancellation.server";
import { addToCart, cartCount } from "~/domain/sales/cart/cart.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { applyPayment } from "~/domain/sales/payments/apply-payment.server";
import { refundByStaff } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { processRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { moveAllToCart, addToWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { createTestDatabase } from "~/test/database";
import { isOnPostgres } from "~/test/databases/postgres";
import { createAccount, createBook, createStaff } from "~/test/factories";
import {
  capturedPayment,
  createPaidOrder,
  createPendingOrder,
  customerWithCart,
  orderRecords,
  refundKey,
} from "~/test/orders";
import { MemoryGateway } from "~/test/payments/memory-gateway";

// PostgreSQL ends each transaction once, at its commit, as it does one of two that wait for each other. What a transaction
// keeps outside of the database would then be there twice.
describe.runIf(isOnPostgres)("a transaction that is run again", () => {
  const gateway = new MemoryGateway();
  let db: Db;
  let staffId: number;
  beforeAll(async () => {
    const shop = await createTestDatabase();
    db = shop.write;
    staffId = await createStaff(db);
    await shop.executeScript(`
      create sequence tries;
      create function end_once() returns trigger language plpgsql as $$ begin
        if coalesce(current_setting('test.seen', true), '') = '' and exists (
          select from pg_locks where pid = pg_backend_pid() and locktype = 'advisory' and mode = 'ShareLock'
        ) then
          perform set_config('test.seen', 'yes', true);
          if nextval('tries') % 2 = 1 then raise serialization_failure using message = 'once more'; end if;
        end if;
        return null;
      end $$;
      do $$ declare name text; begin
        for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          and relname not in ('catalogue_rises', 'search_queue') and relname not like '%\\_index' loop
          execute format('create constraint trigger ends_once after insert or update or delete on %I
            deferrable initially deferred for each row execute function end_once()', name);
        end loop;
      end $$`);
  });

  /** Of transactions that were ended; each was run once more. */
  const tries = async () => {
    const { rows } = await sql<{ count: number }>`select last_value as count from tries`.execute(db);
    return rows[0]!.count;
  };

  test("adds, places, pays, packs, cancels and refunds once", async () => {
    const before = await tries();
    const bookId = await createBook(db, { stock: 10 });
    const accountId = await createAccount(db);
    expect(await addToCart(db, { accountId }, { bookId, quantity: 1 })).toMatchObject({
      ok: true,
      quantity: 1,
    });
    expect(await cartCount(db, { accountId })).toBe(1);
    await addToWishlist(db, accountId, bookId);
    expect(await moveAllToCart(db, accountId)).toEqual({ moved: 1, stayed: 0, isCartFull: false });

    const customer = await customerWithCart(db);
    const placed = await placeOrder(db, customer.accountId, {
      addressId: customer.addressId,
      gateway: "sandbox",
    });
    expect(placed).toMatchObject({ ok: true, isNew: true });

    const pending = await createPendingOrder(db, gateway);
    expect(await applyPayment(db, capturedPayment(pending), "webhook")).toMatchObject({ outcome: "paid" });
    const paid = await createPaidOrder(db, gateway);
    const orderIds = [pending.orderId, paid.orderId];
    expect(await markManyPacked(db, { orderIds, staffId })).toEqual({ packed: orderIds, refused: [] });

    const other = await createPaidOrder(db, gateway);
    const { orderId, total } = other;
    const part = { orderId, staffId, amount: 100, reason: "Torn", key: refundKey() };
    expect(await refundByStaff(db, part)).toMatchObject({ ok: true });
    expect(await cancelByCustomer(db, { orderId, accountId: other.accountId, reason: "" })).toMatchObject({
      ok: true,
    });
    await processRefunds(db, gateway);
    await processRefunds(db, gateway, new Date(Date.now() + 3_600_000));
    const { refunds, book, events } = await orderRecords(db, other);
    expect(refunds.map(({ amount }) => amount)).toEqual([100, total - 100]);
    expect(book).toEqual({ stock: 10, sold: 0 });
    expect(events.filter(({ kind }) => kind === "cancelled")).toHaveLength(1);
    expect(await tries()).toBeGreaterThan(before + 20);
  });
});
