import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { customerFor, statusMessage } from "~/domain/people/accounts/customers";
import {
  customerDetailJson,
  customerDetailToJson,
  customerPageJson,
  customerToJson,
  pagedCustomersSchema,
  statusBody,
} from "~/domain/people/accounts/customers.json.ts";
import { findCustomer, listCustomers, setAccountStatus } from "~/domain/people/accounts/customers.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { done, idParam, notFound, operation, resultSchema } from "~/api/operation.server";

const tag = "Customers";
const access = "staff";
const right = "customers";
const params = z.object({ customerId: idParam });

/** The customers, for staff. Staff accounts are not included. */
export const customers = [
  operation({
    method: "POST",
    path: "/customers/admin/paged",
    tag,
    summary: "Search, filter and page through the customers",
    description: "By name, email address or number; the newest first unless sorted.",
    access,
    right,
    body: pagedCustomersSchema,
    answer: customerPageJson,
    async handle({ body }) {
      return listToJson(await listCustomers(readDb, body), body.page, customerToJson);
    },
  }),

  operation({
    method: "GET",
    path: "/customers/admin/{customerId}",
    tag,
    summary: "A customer with their orders and addresses",
    access,
    right,
    params,
    answer: customerDetailJson,
    description: "`recentOrders` is empty without the right to read orders.",
    async handle({ params: { customerId }, caller }) {
      const customer = (await findCustomer(readDb, customerId)) ?? notFound("Customer Not Found");
      return customerDetailToJson(customerFor(customer, caller.account!.rights));
    },
  }),

  operation({
    method: "POST",
    path: "/customers/admin/{customerId}/status",
    tag,
    summary: "Deactivate a customer, or activate them again",
    description: "Inactive customers are logged out everywhere at once and cannot log in.",
    access,
    right,
    params,
    body: statusBody,
    answer: resultSchema,
    async handle({ params: { customerId }, body: { status }, caller }) {
      const given = { accountId: customerId, status, staffId: caller.account!.id };
      const outcome = await setAccountStatus(writeDb, given);
      return outcome.ok ? done(statusMessage(outcome.name, status)) : notFound(outcome.message);
    },
  }),
];
