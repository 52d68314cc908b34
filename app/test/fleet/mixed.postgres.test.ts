import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { isOnPostgres } from "~/test/databases/postgres";
import { createTestDatabase } from "~/test/database";
import { fillSmallShop, lookAt, openAtGateway, prepare, stepsAbout } from "~/test/small-shop";

/** Ten thousand: MIXED_STEPS=10000 npm run test:postgres app/test/fleet/mixed.postgres.test.ts */
const STEPS = Number(process.env.MIXED_STEPS ?? 300);
const ACTORS = 8;
const NOW = new Date("2026-11-21T06:00:00.000Z");

test.runIf(isOnPostgres)(
  "of many steps in any order on the same few rows none is answered with a deadlock, and no copy, use or number is lost",
  { timeout: 60_000 + STEPS * 100 },
  async () => {
    const db = await createTestDatabase();
    const shop = await fillSmallShop(db.write, NOW);
    const copies = async () => {
      const { rows } = await sql<{ id: number; copies: number }>`
        select b.id, b.stock + coalesce(sum(l.quantity - l.owed), 0) as copies
        from books b
        left join (order_lines l join orders o on o.id = l.order_id and o.stock_held = 1) on l.book_id = b.id
        group by b.id order by b.id`.execute(db.read);
      return rows;
    };
    await db.write.updateTable("books").set({ stock: STEPS }).where("preorder_limit", "is", null).execute();
    const before = await copies();
    const actors = Array.from({ length: ACTORS }, () => openDatabase(db.file));
    const all = fc.sample(stepsAbout({ who: 0, last: 0, book: 0 }), STEPS);
    // Neither the end of a customer, nor what changes the number of copies.
    const steps = all.filter((step) => !["delete", "answer", "stock"].includes(step.do));
    await Promise.all(
      actors.map(async ({ write }) => {
        for (let step = steps.pop(); step; step = steps.pop()) {
          await (
            await prepare(write, shop, step, NOW)
          )?.(write);
          if (step.do === "order") await openAtGateway(write, shop);
        }
      }),
    );
    await Promise.all(actors.map((actor) => actor.close()));

    expect(await copies()).toEqual(before);
    const numbers = await db.read
      .selectFrom("orders")
      .select("invoice_no")
      .where("invoice_no", "is not", null)
      .execute();
    const sorted = numbers.map((one) => Number(one.invoice_no!.split("/").at(-1))).sort((a, b) => a - b);
    expect(sorted).toEqual(sorted.map((_, at) => at + 1));
    expect((await lookAt(db.read, shop)).invoices).toEqual([sorted.length]);
  },
);
