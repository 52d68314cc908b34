import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { indianDayStart } from "~/domain/kit/dates";
import { openInvoices } from "~/domain/sales/trade/on-account.server";
import {
  createMonthShop,
  KINDS,
  live,
  LIVES,
  type MonthShop,
  type OrderSpec,
  orderOf,
  PART_LIVES,
  place,
  type Placed,
} from "~/test/generated-orders";
import { SELLER } from "~/test/gst-month";
import {
  changeOf,
  type Figures,
  figuresOfDocuments,
  figuresOfFile,
  moneyByWay,
  ordersWithOtherMoney,
  worthInFile,
  worthOfOrders,
} from "~/test/independent-checker";
import { readMonth } from "../month.server";
import { monthAfter, type Period, periodOfMonth } from "../period";
import { toGstr1Json } from "./gstr1.json";
import { readGstr1 } from "./read-return.server";

/*
 * For any months of orders, made by the shop's own functions: the return agrees to the paisa with what the independent checker
 * finds in the documents, and with what it finds in orders and refunds. Each run has three months of its own.
 */

interface World {
  isExact: boolean;
  /** Over the turn of the financial year, or within one. */
  month: "03" | "10";
  orders: OrderSpec[];
}

const world: fc.Arbitrary<World> = fc.boolean().chain((isExact) =>
  fc.record({
    isExact: fc.constant(isExact),
    month: fc.constantFrom("03", "10"),
    orders: fc.array(orderOf(isExact ? LIVES : [...LIVES, ...PART_LIVES]), { minLength: 4, maxLength: 8 }),
  }),
);

const every = (lives: readonly OrderSpec["life"][], isFar: boolean): OrderSpec[] =>
  lives.flatMap((life, at) =>
    KINDS.filter((_, n) => n % 2 === at % 2 || life === "back later").map((kind, n) => ({
      kind,
      life,
      isFar: isFar === (n % 2 === 0),
      when: (at + n) % 3,
      copies: 1 + (n % 3),
    })),
  );

let months: MonthShop;
let db: Db;
let year = 2030;

beforeAll(async () => {
  months = await createMonthShop();
  ({ db } = months);
});

type Month = Period & { month: string };

const momentIn = ({ from, to }: Month, when: number): Date =>
  when === 2
    ? new Date(indianDayStart(to, 1).getTime() - 30_000)
    : new Date(indianDayStart(from).getTime() + when * 15 * 86_400_000);

/** The notebook's rate changes with each month and in its middle, between orders and what becomes of them. */
async function changeRates(first: Month, second: Month): Promise<void> {
  const from = [first.from, `${first.month}-16`, second.from, `${second.month}-16`];
  const rates = [1_200, 500, 0, 1_800];
  const rows = from.map((from_day, at) => ({
    hsn: "4820",
    from_day,
    rate: rates[at]!,
    condition: "any" as const,
  }));
  await db.insertInto("tax_rates").values(rows).execute();
}

/** The return of the month, compared with both. @returns what all orders are worth at its end */
async function check(month: Month, before: Figures, isExact: boolean): Promise<Figures> {
  const found = (await readGstr1(db, month, new Date("2099-01-01T00:00:00Z")))!;
  expect(found.checks.filter(({ state }) => state === "wrong")).toEqual([]);
  expect(found.checks.find(({ title }) => title === "Numbers of documents")?.items).toEqual([]);
  const file = JSON.parse(JSON.stringify(toGstr1Json(found))) as unknown;
  expect(figuresOfFile(file)).toEqual(await figuresOfDocuments(db, month.month, SELLER));
  for (const { split, rate, centralTax, stateTax } of found.tables.b2cs)
    if (split === "within_state")
      expect(Math.abs(stateTax - centralTax)).toBeLessThanOrEqual(await linesApart(month, rate));
  const accounts = await db.selectFrom("orders").select("account_id as id").distinct().execute();
  const invoices = await Promise.all(accounts.map(({ id }) => openInvoices(db, id)));
  const open = new Map(invoices.flat().map((invoice) => [invoice.orderId, invoice.open]));
  expect(await ordersWithOtherMoney(db, open)).toEqual([]);
  const { ways } = await readMonth(db, month);
  const came = ways.map(({ way, ...sums }) => [way, Object.values(sums)]);
  expect(Object.fromEntries(came)).toEqual(await moneyByWay(db, month.month));
  const after = await worthOfOrders(db, "Maharashtra");
  const compared = (figures: Figures) =>
    Object.fromEntries(Object.entries(figures).filter(([key]) => isExact || !key.startsWith("rate")));
  expect(compared(worthInFile(file))).toEqual(compared(changeOf(before, after)));
  return after;
}

/** Lines of a rate whose tax is an odd number of paise: on such a line alone the halves differ, by that paisa. */
async function linesApart({ from, to }: Month, rate: number): Promise<number> {
  const lines = await db
    .selectFrom("document_lines as l")
    .innerJoin("documents as d", "d.id", "l.document_id")
    .select(["l.central_tax as central", "l.state_tax as state"])
    .where("d.issued_on", ">=", from)
    .where("d.issued_on", "<=", to)
    .where("l.tax_rate", "=", rate)
    .whereRef("l.central_tax", "<>", "l.state_tax")
    .where("l.integrated_tax", "=", 0)
    .execute();
  expect(lines.filter(({ central, state }) => Math.abs(central - state) > 1)).toEqual([]);
  return lines.length;
}

test("the return of generated months agrees to the paisa with documents, orders and refunds", async () => {
  const run = async ({ isExact, month, orders }: World) => {
    const first = periodOfMonth(`${year++}-${month}`) as Month;
    const second = monthAfter(first) as Month;
    const third = monthAfter(second) as Month;
    let before = await worthOfOrders(db, "Maharashtra");
    await changeRates(first, second);
    const placed = new Map<OrderSpec, Placed>();
    for (const at of [first, second, third]) {
      for (const when of [0, 1, 2]) {
        const now = momentIn(at, when);
        for (const [spec, order] of placed)
          if (spec.when === when) await live(months, order, spec, 1, now).then(() => placed.delete(spec));
        // Orders of the first month, and every other one again in the second.
        const own = orders.filter(
          (spec, n) => spec.when === when && (at === first || (at === second && n % 2)),
        );
        for (const spec of own) {
          const again = { ...spec };
          const order = await place(months, again, now);
          if (!order) continue;
          await live(months, order, again, 0, now);
          placed.set(again, order);
        }
      }
      before = await check(at, before, isExact);
    }
  };
  await run({ isExact: true, month: "03", orders: every(LIVES, true) });
  await run({ isExact: false, month: "10", orders: every(PART_LIVES, false) });
  await fc.assert(fc.asyncProperty(world, run), { numRuns: 2 });
});
