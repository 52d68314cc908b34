import { readDb, writeDb } from "~/db/shop-database.server";
import {
  planBody,
  planFromJson,
  planJson,
  planToJson,
  problemsToJson,
} from "~/domain/sales/delivery/delivery-plan.json.ts";
import { readPlanAndVersion, savePlan } from "~/domain/sales/delivery/plan.server";
import { quoteJson, quoteQuery, quoteToJson } from "~/domain/sales/delivery/quote.json.ts";
import { quoteItems } from "~/domain/sales/delivery/quote.server";
import { done, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Delivery";
const PLAN = { tag, access: "staff", right: "settings" } as const;

/** What a parcel costs and when it comes, and the plan that says so. */
export const delivery = [
  operation({
    method: "GET",
    path: "/delivery/quote",
    tag,
    summary: "What a parcel costs and when it comes",
    description:
      "For a PIN code and books at their prices of now; a member of a customer group pays that group's. `refusal` says why nothing is offered: nobody delivers there, the " +
      "parcel is too heavy, or a book is not in the store. Checkout charges what the quote says, unless the plan changes.",
    access: "anyone",
    isPrivate: true,
    query: quoteQuery,
    answer: quoteJson,
    async handle({ query: { pincode, items }, caller: { account } }) {
      return quoteToJson(await quoteItems(readDb, { pin: pincode, items, accountId: account?.id }));
    },
  }),

  operation({
    ...PLAN,
    method: "GET",
    path: "/delivery/admin/plan",
    summary: "The delivery plan",
    description: "Zones, their methods, and what each costs. Off, and without a zone, until staff make one.",
    answer: planJson,
    async handle() {
      const { plan, version } = await readPlanAndVersion(readDb);
      return planToJson(plan, version);
    },
  }),

  operation({
    ...PLAN,
    method: "POST",
    path: "/delivery/admin/plan",
    summary: "Replace the delivery plan",
    description:
      "The whole plan, with all its zones. It is on unless `on` is false, and applies to the next order. Fields beside the zones " +
      "that are left out keep their value. A refused plan changes nothing.",
    body: planBody,
    answer: resultSchema
      .extend({
        plan: planJson.optional().meta({ description: "As it is stored now, with all ids." }),
      })
      .meta({ id: "DeliveryPlanSaved" }),
    async handle({ body, caller: { account } }) {
      const stored = await readPlanAndVersion(readDb);
      const given = planFromJson(body, stored.plan);
      const saved = await savePlan(writeDb, given, body.version ?? stored.version, account!.id);
      if (!saved.ok) return refused(saved.message, problemsToJson(saved.errors));
      return { ...done("The delivery plan is saved"), plan: planToJson(saved.plan, saved.version) };
    },
  }),
];
