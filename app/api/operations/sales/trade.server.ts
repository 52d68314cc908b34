import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { customerTerms, setCustomerTerms } from "~/domain/sales/trade/customer-terms.server";
import { discountBodySchema, groupBodySchema, groupJson, groupToJson, termsBodySchema, termsJson, termsToJson } from "~/domain/sales/trade/groups.json.ts"; // oxfmt-ignore
import {
  addDiscount,
  type GroupOutcome,
  listDiscounts,
  listGroups,
  removeDiscount,
  saveGroup,
} from "~/domain/sales/trade/groups.server";
import { done, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Customers";
const access = "staff";
const right = "customers";
const GROUP_GONE = { 404: "There is no such group." };
const CUSTOMER_GONE = { 404: "There is no such customer." };
const customerParams = z.object({ customerId: idParam });
const groupParams = z.object({ groupId: idParam });

function answer(outcome: GroupOutcome) {
  if (outcome.ok) return { ...done(outcome.message), id: outcome.id };
  if (outcome.field === null) return notFound(outcome.message);
  return refused(outcome.message, { [outcome.field]: [outcome.message] });
}
const groupAnswer = resultSchema
  .extend({
    id: z
      .number()
      .int()
      .optional()
      .meta({ description: "Of the group.", examples: [3] }),
  }) // oxfmt-ignore
  .meta({ id: "GroupSaved" });

/** Customer groups and their discounts, and the terms of a customer. */
export const trade = [
  operation({
    method: "GET",
    path: "/customer-groups",
    tag,
    summary: "All customer groups with their discounts",
    access,
    right,
    answer: z.object({ groups: z.array(groupJson) }),
    async handle() {
      const groups = await listGroups(readDb);
      const discounts = await Promise.all(groups.map(({ id }) => listDiscounts(readDb, id)));
      return { groups: groups.map((group, at) => groupToJson(group, discounts[at]!)) };
    },
  }),

  operation({
    method: "POST",
    path: "/customer-groups",
    tag,
    summary: "Add or change a customer group",
    description: "Send all fields. It holds for what is priced from now on.",
    access,
    right,
    refusals: GROUP_GONE,
    body: groupBodySchema,
    answer: groupAnswer,
    async handle({ body, caller: { account } }) {
      return answer(await saveGroup(writeDb, { ...body, staffId: account!.id }));
    },
  }),

  operation({
    method: "POST",
    path: "/customer-groups/{groupId}/discounts",
    tag,
    summary: "Give a group a discount",
    description:
      "On all books, those with a tag, or one. One for the same and as many copies takes the new rate.",
    access,
    right,
    refusals: GROUP_GONE,
    params: groupParams,
    body: discountBodySchema,
    answer: groupAnswer,
    async handle({ params: { groupId }, body: fields, caller: { account } }) {
      return answer(await addDiscount(writeDb, { groupId, staffId: account!.id, fields }));
    },
  }),

  operation({
    method: "POST",
    path: "/customer-groups/{groupId}/discounts/{discountId}/removal",
    tag,
    summary: "Take a discount from its group",
    access,
    right,
    refusals: GROUP_GONE,
    params: groupParams.extend({ discountId: idParam }),
    answer: groupAnswer,
    async handle({ params, caller: { account } }) {
      return answer(await removeDiscount(writeDb, { ...params, staffId: account!.id }));
    },
  }),

  operation({
    method: "GET",
    path: "/customers/admin/{customerId}/terms",
    tag,
    summary: "A customer's group, credit and days to pay",
    access,
    right,
    refusals: CUSTOMER_GONE,
    params: customerParams,
    answer: termsJson,
    async handle({ params: { customerId } }) {
      return termsToJson((await customerTerms(readDb, customerId)) ?? notFound("Customer Not Found"));
    },
  }),

  operation({
    method: "POST",
    path: "/customers/admin/{customerId}/terms",
    tag,
    summary: "Set a customer's group, credit and days to pay",
    description: "Send all fields: one that is left out is that of the group.",
    access,
    right,
    refusals: CUSTOMER_GONE,
    params: customerParams,
    body: termsBodySchema,
    answer: resultSchema,
    async handle({ params: { customerId: accountId }, body: fields, caller: { account } }) {
      const outcome = await setCustomerTerms(writeDb, { accountId, staffId: account!.id, fields });
      if (outcome.ok) return done(outcome.message);
      if (outcome.field === null) return notFound(outcome.message);
      return refused(outcome.message, { [outcome.field]: [outcome.message] });
    },
  }),
];
