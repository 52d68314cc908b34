import type { FormEntry } from ".";

/** Of the back office: orders, refunds and returns. */
export const ADMIN_ORDER_FORMS: FormEntry[] = [
  {
    does: "the orders are filtered",
    at: ["ui/admin/list-controls.tsx: button"],
    sends: "GET /admin/orders status=packed",
    journey: "staff-orders: several orders are packed at once",
  },
  {
    does: "several orders are packed",
    at: [
      "routes/admin/orders.tsx: POST",
      "routes/admin/orders/order-rows.tsx: button intent=pack",
      "routes/admin/orders.tsx: knows intent=pack",
    ],
    sends: "POST /admin/orders intent=pack order",
    journey: "staff-orders: several orders are packed at once",
  },
  {
    does: "an order is packed",
    at: [
      "routes/admin/orders/next-step.tsx: POST {`/admin/orders/${id}`} intent={intent}",
      "routes/admin/orders/order-action.server.ts: knows intent=pack",
    ],
    sends: "POST /admin/orders/:id intent=pack",
    journey: "staff-orders: an order from paid to delivered, and what the customer sees at each step",
  },
  {
    does: "an order is despatched",
    at: [
      "routes/admin/orders/next-step.tsx: POST {`/admin/orders/${order.id}`} intent=despatch",
      "routes/admin/orders/order-action.server.ts: knows intent=despatch",
    ],
    sends: "POST /admin/orders/:id intent=despatch",
    journey: "staff-orders: an order from paid to delivered, and what the customer sees at each step",
  },
  {
    does: "an order is delivered",
    at: [
      "routes/admin/orders/step-dialogs.tsx: POST intent=deliver",
      "routes/admin/orders/order-action.server.ts: knows intent=deliver",
    ],
    sends: "POST /admin/orders/:id intent=deliver",
    journey: "staff-orders: an order from paid to delivered, and what the customer sees at each step",
  },
  {
    does: "a shipment is corrected",
    at: [
      "routes/admin/orders/shipment-form.tsx: POST intent=shipment",
      "routes/admin/orders/order-action.server.ts: knows intent=shipment",
    ],
    sends: "POST /admin/orders/:id intent=shipment",
    journey: "staff-orders: an order from paid to delivered, and what the customer sees at each step",
  },
  {
    does: "the last step of an order is taken back",
    at: [
      "routes/admin/orders/step-dialogs.tsx: POST intent=take-back",
      "routes/admin/orders/order-action.server.ts: knows intent=take-back",
    ],
    sends: "POST /admin/orders/:id intent=take-back step=delivery",
    journey: "staff-orders: an order from paid to delivered, and what the customer sees at each step",
  },
  {
    does: "staff cancel an order",
    at: [
      "routes/admin/orders/cancel-dialog.tsx: POST intent=cancel",
      "routes/admin/orders/order-action.server.ts: knows intent=cancel",
    ],
    sends: "POST /admin/orders/:id intent=cancel",
    journey: "staff-orders: a cancelled order: asked first, the customer told, the book for sale again",
  },
  {
    does: "an order is refunded",
    at: [
      "routes/admin/orders/refund-panel.tsx: POST intent=refund",
      "routes/admin/orders/order-action.server.ts: knows intent=refund",
    ],
    sends: "POST /admin/orders/:id intent=refund",
    journey: "staff-orders: a part of the money, then all of it: the order ends as refunded",
  },
  {
    does: "a failed refund is tried again",
    at: [
      "routes/admin/orders/order-money.tsx: POST {`/admin/orders/${orderId}`} intent=retry-refund",
      "routes/admin/orders/order-action.server.ts: knows intent=retry-refund",
    ],
    sends: "POST /admin/orders/:id intent=retry-refund",
  },
  {
    does: "the confirmation of an order is sent again",
    at: [
      "routes/admin/orders/order-head.tsx: POST {`/admin/orders/${id}`} intent=resend",
      "routes/admin/orders/order-action.server.ts: knows intent=resend",
    ],
    sends: "POST /admin/orders/:id intent=resend",
  },
  {
    does: "a return is approved",
    at: [
      "routes/admin/orders/return-dialog.tsx: POST intent=return",
      "routes/admin/orders/order-action.server.ts: knows intent=return",
    ],
    sends: "POST /admin/orders/:id intent=return answer=approve",
    journey: "after-order: a return is asked for, approved and received, and its refund proposed",
  },
  {
    does: "a return is declined",
    at: [
      "routes/admin/orders/return-dialog.tsx: POST intent=return",
      "routes/admin/orders/order-action.server.ts: knows intent=return",
    ],
    sends: "POST /admin/orders/:id intent=return answer=decline",
  },
  {
    does: "a return has come",
    at: [
      "routes/admin/orders/return-dialog.tsx: POST intent=return",
      "routes/admin/orders/order-action.server.ts: knows intent=return",
    ],
    sends: "POST /admin/orders/:id intent=return answer=received",
    journey: "after-order: a return is asked for, approved and received, and its refund proposed",
  },
];
