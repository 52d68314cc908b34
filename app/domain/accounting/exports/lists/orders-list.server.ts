import { isFetched } from "~/domain/sales/delivery/pick-up";
import type { Db } from "~/db/database.server";
import { stateLabel } from "~/domain/sales/orders/orders";
import { PAYMENT_WAY_LABELS } from "~/domain/sales/orders/paying";
import { notTest } from "~/domain/sales/orders/no-test.server";
import { type Period, periodBounds } from "../../period";
import { type After, exportedList, inPortions, PORTION } from "../export-list.server";

/** The orders that were placed in a period, paid or not, as they are now. */
export const ordersList = exportedList("Orders", {
  portions: (db, period) => inPortions(periodBounds(period).start, (after) => orderRows(db, period, after)),
  columns: [
    { heading: "Order", kind: "number", of: (row) => row.id },
    { heading: "Placed", kind: "time", width: 16, of: (row) => row.at },
    {
      heading: "State",
      kind: "text",
      width: 16,
      of: (row) => stateLabel({ ...row, isPickUp: isFetched(row.pickUp) }),
    },
    { heading: "Payment", kind: "text", width: 18, of: (row) => PAYMENT_WAY_LABELS[row.paymentWay] },
    { heading: "Paid", kind: "time", width: 16, of: (row) => row.paidAt },
    { heading: "Document", kind: "text", width: 18, of: (row) => row.document },
    { heading: "Customer", kind: "text", width: 28, of: (row) => row.customer },
    { heading: "Email", kind: "text", width: 28, of: (row) => row.email },
    { heading: "State of delivery", kind: "text", width: 20, of: (row) => row.stateName },
    { heading: "PIN code", kind: "text", of: (row) => row.pincode },
    { heading: "Buyer's GSTIN", isOfTax: true, kind: "text", width: 18, of: (row) => row.gstin },
    { heading: "Buyer's reference", kind: "text", width: 18, of: (row) => row.reference },
    { heading: "Copies", kind: "number", of: (row) => row.copies },
    { heading: "Subtotal", kind: "money", of: (row) => row.subtotal },
    { heading: "Discount", kind: "money", of: (row) => row.discount },
    { heading: "Coupon", kind: "text", of: (row) => row.coupon },
    { heading: "Delivery", kind: "money", of: (row) => row.shipping },
    { heading: "Total", kind: "money", of: (row) => row.total },
    { heading: "Tax within", isOfTax: true, kind: "money", of: (row) => row.tax },
    { heading: "Due at the door", kind: "money", width: 16, of: (row) => row.dueAtDoor },
    { heading: "Received there", kind: "money", width: 16, of: (row) => row.doorReceived },
  ],
  async count(db, period) {
    const { start, end } = periodBounds(period);
    const { count } = await db
      .selectFrom("orders")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("placed_at", ">=", start)
      .where("placed_at", "<", end)
      .where(notTest("id"))
      .executeTakeFirstOrThrow();
    return count;
  },
});

const orderRows = (db: Db, period: Period, after: After) =>
  db
    .selectFrom("orders")
    .select(["id", "placed_at as at", "state", "payment_way as paymentWay", "paid_at as paidAt"])
    .select(["invoice_no as document", "fullname as customer", "email", "state_name as stateName", "pincode"])
    .select(["buyer_gstin as gstin", "buyer_reference as reference", "item_count as copies", "subtotal"])
    .select(["discount", "coupon_code as coupon", "shipping", "total", "tax", "due_at_door as dueAtDoor"])
    .select(["door_received as doorReceived", "pick_up as pickUp"])
    .where((eb) => eb(eb.refTuple("placed_at", "id"), ">", eb.tuple(after.at, after.id)))
    .where("placed_at", "<", periodBounds(period).end)
    .where(notTest("id"))
    .orderBy("placed_at")
    .orderBy("id")
    .limit(PORTION)
    .execute();
