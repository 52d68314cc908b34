import type { Db } from "~/db/database.server";
import type { Period } from "../../period";
import { exportedList } from "../export-list.server";

/** The accounts that are looked at together. */
const ACCOUNTS = 500;

/** Who got a document in a period: what they bought, less the notes of that period. */
export const customersList = exportedList("Customers", {
  columns: [
    { heading: "Customer", kind: "number", of: (row) => row.id },
    { heading: "First name", kind: "text", width: 20, of: (row) => row.firstName },
    { heading: "Last name", kind: "text", width: 20, of: (row) => row.lastName },
    { heading: "Email", kind: "text", width: 28, of: (row) => row.email },
    { heading: "Documents", kind: "number", of: (row) => row.documents },
    { heading: "Sales", kind: "money", of: (row) => row.sales },
    { heading: "Notes", kind: "money", of: (row) => row.notes },
  ],
  portions: customersOf,
  async count(db) {
    const { count } = await db
      .selectFrom("accounts")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
});

async function* customersOf(db: Db, period: Period) {
  let last = 0;
  for (;;) {
    const accounts = await db
      .selectFrom("accounts")
      .select(["id", "first_name as firstName", "last_name as lastName", "email"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(ACCOUNTS)
      .execute();
    if (accounts.length === 0) return;
    last = accounts.at(-1)!.id;
    const ids = accounts.map(({ id }) => id);
    const sums = new Map((await sumsOf(db, ids, period)).map((row) => [row.accountId, row]));
    const rows = accounts.flatMap((account) => {
      const sum = sums.get(account.id);
      return sum ? [{ ...account, documents: sum.documents, sales: sum.sales, notes: sum.notes }] : [];
    });
    if (rows.length > 0) yield rows;
  }
}

const sumsOf = (db: Db, accountIds: number[], { from, to }: Period) =>
  db
    .selectFrom("orders as o")
    .innerJoin("documents as d", "d.order_id", "o.id")
    .select((eb) => [
      "o.account_id as accountId",
      eb.fn.countAll<number>().as("documents"),
      eb.fn
        .sum<number>(eb.case().when("d.series", "=", "invoice").then(eb.ref("d.value")).else(0).end())
        .as("sales"),
      eb.fn
        .sum<number>(eb.case().when("d.series", "=", "invoice").then(0).else(eb.ref("d.value")).end())
        .as("notes"),
    ])
    .where("o.account_id", "in", accountIds)
    .where("d.issued_on", ">=", from)
    .where("d.issued_on", "<=", to)
    .where("d.cancelled_at", "is", null)
    .groupBy("o.account_id")
    .execute();
