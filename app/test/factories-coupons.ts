import type { Insertable } from "kysely";
import type { Db } from "~/db/database.server";
import type { Tables } from "~/db/tables";

let made = 0;

/** By default 10 % off without limits. */
export async function createCoupon(
  db: Db,
  given: Partial<Insertable<Tables["coupons"]>> = {},
): Promise<{ id: number; code: string }> {
  const at = "2026-01-01T00:00:00.000Z";
  return db
    .insertInto("coupons")
    .values({
      code: `COUPON-${process.pid}-${++made}`,
      kind: "percentage",
      value: 1000,
      most_discount: null,
      starts_at: null,
      ends_at: null,
      total_limit: null,
      customer_limit: null,
      created_at: at,
      updated_at: at,
      ...given,
    })
    .returning(["id", "code"])
    .executeTakeFirstOrThrow();
}
