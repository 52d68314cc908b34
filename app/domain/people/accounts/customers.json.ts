import { z } from "zod";
import { addressJson } from "~/domain/kit/addresses/addresses.json";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { toRupees } from "~/domain/kit/money";
import { API_CONFIRMED, API_STATUS, apiStatus } from "~/domain/sales/orders/orders";
import {
  ACCOUNT_STATUSES,
  type Customer,
  CUSTOMER_SORTS,
  type CustomerDetail,
  type CustomerSearch,
} from "./customers";

const time = z.string().meta({ format: "date-time" });
const id = z
  .number()
  .int()
  .meta({ examples: [1] });
const rupees = z.number().meta({ examples: [450] });
const status = z
  .enum(ACCOUNT_STATUSES, { error: `status must be ${ACCOUNT_STATUSES.join(" or ")}` })
  .meta({ examples: ["active"] });

/** The body of POST /customers/admin/paged. */
export const pagedCustomersSchema = z
  .object({ ...listFields(CUSTOMER_SORTS), status: status.nullish() })
  .transform((body): CustomerSearch => ({ ...toListSearch(body), status: body.status ?? null }));

/** The body of POST /customers/admin/{customerId}/status. */
export const statusBody = z.object({ status });

const customerJson = z
  .object({
    id,
    name: z.string().meta({ examples: ["Asha Rao"] }),
    email: z.string().meta({ examples: ["asha@example.com"] }),
    status,
    joinedAt: time,
    orders: z
      .number()
      .int()
      .meta({ description: "All orders placed, unpaid and cancelled ones too.", examples: [3] }),
  })
  .meta({ id: "Customer" });

export const customerPageJson = listJson(customerJson, "CustomerPage");

/** All that the customer's page shows. Money in rupees. */
export const customerDetailJson = z
  .object({
    ...customerJson.shape,
    emailConfirmedAt: time.nullable(),
    spent: rupees.meta({ description: "Money received less money returned." }),
    lastOrderAt: time.nullable(),
    recentOrders: z
      .array(
        z.object({
          id,
          placedAt: time,
          status: z.enum([...Object.values(API_STATUS), API_CONFIRMED]).meta({ examples: ["Delivered"] }),
          orderqty: id.meta({ description: "Copies.", examples: [2] }),
          total: rupees,
        }),
      )
      .meta({ description: "The newest ten." }),
    addresses: z.array(addressJson),
  })
  .meta({ id: "CustomerDetail" });

/** A row of the list of customers. */
export function customerToJson(customer: Customer): z.input<typeof customerJson> {
  const { id, name, email, status, joinedAt, orders } = customer;
  return { id, name, email, status, joinedAt, orders };
}

/** One customer; what was spent in rupees. */
export function customerDetailToJson(customer: CustomerDetail): z.input<typeof customerDetailJson> {
  return {
    ...customerToJson(customer),
    emailConfirmedAt: customer.emailConfirmedAt,
    spent: toRupees(customer.spent),
    lastOrderAt: customer.lastOrderAt,
    recentOrders: customer.recentOrders.map(({ id, placedAt, state, paymentWay, itemCount, total }) => ({
      id,
      placedAt,
      status: apiStatus({ state, paymentWay }),
      orderqty: itemCount,
      total: toRupees(total),
    })),
    addresses: customer.addresses,
  };
}
