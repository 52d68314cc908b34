import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Orders of which something is paid at the payment service (`isPaidOnline`): a pending one waits for that payment, and is
 * replaced by the customer's next order. Those that staff have placed, and others, wait for the shop, beside each other.
 * @param order the table of orders, or its alias
 */
export const paidOnline = (order: string): RawBuilder<SqlBool> => {
  const column = (name: string) => sql.ref(`${order}.${name}`);
  return sql<SqlBool>`(${column("placed_by")} is null and (${column("payment_way")} = 'online'
    or (${column("payment_way")} = 'cod' and ${column("due_at_door")} < ${column("total")})))`;
};
