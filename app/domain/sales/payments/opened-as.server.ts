import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * Orders that have this id at their payment service: of their first payment, or of what a change has added.
 * @param order the table of orders, or its alias
 */
export const openedAs = (order: string, gatewayOrderId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(`${order}.gateway_order_id`)} = ${gatewayOrderId}
    or ${sql.ref(`${order}.id`)} = (select order_id from balances where gateway_order_id = ${gatewayOrderId}))`;
