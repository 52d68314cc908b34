import { readDb } from "~/db/shop-database.server";
import {
  dashboardJson,
  dashboardToJson,
  logisticsDashboardJson,
  logisticsToJson,
} from "~/domain/sales/orders/desk/dashboard.json.ts";
import { readDashboard } from "~/domain/sales/orders/desk/dashboard.server";
import { readLogistics } from "~/domain/sales/orders/fulfilment/logistics.server";
import { operation } from "~/api/operation.server";

const tag = "Dashboard";
const access = "staff";

/** The figures of the back office's dashboards (docs/specification.md §2.16). */
export const dashboards = [
  operation({
    method: "GET",
    path: "/dashboard/admin",
    tag,
    summary: "The figures of the dashboard",
    access,
    right: "sales",
    answer: dashboardJson,
    handle: async ({ caller }) => dashboardToJson(await readDashboard(readDb), caller.account!.rights),
  }),

  operation({
    method: "GET",
    path: "/logistics/admin/dashboard",
    tag,
    summary: "The figures of the logistics dashboard",
    access,
    right: "orders",
    answer: logisticsDashboardJson,
    handle: async () => logisticsToJson(await readLogistics(readDb)),
  }),
];
