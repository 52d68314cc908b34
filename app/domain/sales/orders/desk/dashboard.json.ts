import { z } from "zod";
import { coverFile } from "~/domain/catalogue/books/lists/catalogue.json";
import type { Right } from "~/domain/kit/rights/rights";
import { toRupees } from "~/domain/kit/money";
import type { Dashboard } from "./dashboard.server";
import type { Logistics } from "../fulfilment/logistics";
import { API_CONFIRMED, API_STATUS, apiStatus } from "../orders";

const time = z.string().meta({ format: "date-time" });
const id = z
  .number()
  .int()
  .meta({ examples: [1] });
const count = z
  .number()
  .int()
  .meta({ examples: [60] });
const rupees = z.number().meta({ examples: [450] });
const title = z.string().meta({ examples: ["Gora"] });
const status = z.enum([...Object.values(API_STATUS), API_CONFIRMED]).meta({ examples: ["Despatched"] });
const coverpage = z
  .string()
  .meta({ description: "File name of the cover, below /coverpages/.", examples: ["gora.webp"] });

/** The figures of the Admin Dashboard (docs/specification.md §2.16). Money in rupees. */
export const dashboardJson = z
  .object({
    products: count
      .nullable()
      .meta({ description: "Books in inventory, hidden ones too. Null without the right." }),
    orders: count.meta({
      description: "Orders that were paid and not cancelled, also those refunded since.",
    }),
    customers: count.nullable().meta({ description: "Registered, active or not. Null without the right." }),
    completed: count.meta({ description: "Orders delivered." }),
    recentOrders: z
      .array(
        z.object({
          id,
          customer: z.string().meta({ examples: ["Asha Rao"] }),
          status,
          placedAt: time,
          total: rupees,
        }),
      )
      .nullable()
      .meta({ description: "Null without the right to read orders." }),
    popularProducts: z.array(
      z.object({
        bookId: id,
        title,
        coverpage,
        sold: count.meta({ description: "Copies." }),
        price: rupees.meta({ description: "What is charged." }),
      }),
    ),
    sales: z
      .array(
        z.object({
          date: z.string().meta({ description: "A day in India.", format: "date", examples: ["2026-11-21"] }),
          orders: count,
          amount: rupees.meta({ description: "Before refunds." }),
        }),
      )
      .meta({ description: "Paid orders of the last 30 days, up to today." }),
    lowStock: z
      .object({
        count: count.meta({ description: "Books at or below the low-stock mark." }),
        books: z
          .array(z.object({ bookId: id, title, coverpage, stock: count }))
          .meta({ description: "The books with the fewest copies." }),
      })
      .nullable()
      .meta({ description: "Null without the right to edit books." }),
  })
  .meta({ id: "Dashboard" });

/** The Logistics dashboard (docs/specification.md §2.22). */
export const logisticsDashboardJson = z
  .object({
    pending: count.meta({ description: "Orders paid or packed." }),
    inTransit: count.meta({ description: "Parcels shipped and not delivered yet." }),
    activeRoutes: count.meta({ description: "States that such parcels are going to." }),
    international: count.meta({ description: "Such parcels going abroad." }),
    routes: z
      .array(
        z.object({
          name: z.string().meta({ examples: ["Kerala"] }),
          isIndian: z.boolean(),
          parcels: count,
        }),
      )
      .meta({ description: "The busiest first." }),
    recent: z
      .array(
        z.object({
          orderId: id,
          customer: z.object({ id, name: z.string().meta({ examples: ["Asha Rao"] }) }),
          destination: z.string().meta({ examples: ["Kochi, Kerala"] }),
          carrier: z
            .string()
            .nullable()
            .meta({ examples: ["India Post"] }),
          trackingno: z
            .string()
            .nullable()
            .meta({ examples: ["EK123456789IN"] }),
          despatchedAt: time,
          etadate: z
            .string()
            .nullable()
            .meta({ description: "A day in India.", format: "date", examples: ["2026-11-28"] }),
          status,
        }),
      )
      .meta({ description: "The newest shipments." }),
  })
  .meta({ id: "LogisticsDashboard" });

/** @param rights each part only for staff who may see the list that it comes from */
export function dashboardToJson(
  dashboard: Dashboard,
  rights: readonly Right[],
): z.input<typeof dashboardJson> {
  const ifMay = <Part>(right: Right, part: Part) => (rights.includes(right) ? part : null);
  const { products, orders, customers, completed, recentOrders, popularProducts, sales, lowStock } =
    dashboard;
  return {
    products: ifMay("catalogue", products),
    orders,
    customers: ifMay("customers", customers),
    completed,
    recentOrders: ifMay(
      "orders",
      recentOrders.map(({ state, paymentWay, dueAtDoor: _due, total, ...order }) => ({
        ...order,
        status: apiStatus({ state, paymentWay }),
        total: toRupees(total),
      })),
    ),
    popularProducts: popularProducts.map(({ id, title, cover, sold, price }) => ({
      bookId: id,
      title,
      coverpage: coverFile(cover),
      sold,
      price: toRupees(price),
    })),
    sales: sales.map(({ date, orders, amount }) => ({ date, orders, amount: toRupees(amount) })),
    lowStock: ifMay("catalogue", {
      count: lowStock.count,
      books: lowStock.books.map(({ id, title, cover, stock }) => ({
        bookId: id,
        title,
        coverpage: coverFile(cover),
        stock,
      })),
    }),
  };
}

/** The logistics dashboard's figures and shipments. */
export function logisticsToJson(logistics: Logistics): z.input<typeof logisticsDashboardJson> {
  const { pending, inTransit, routes, international, recent } = logistics;
  return {
    pending,
    inTransit,
    activeRoutes: routes.length,
    international,
    routes,
    recent: recent.map(({ trackingNo, despatchedAt, etaDate, state, ...shipment }) => ({
      ...shipment,
      trackingno: trackingNo,
      despatchedAt: despatchedAt,
      etadate: etaDate,
      status: API_STATUS[state],
    })),
  };
}
