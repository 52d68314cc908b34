import { z } from "zod";
import { type ApiDocument, describeApi, type Tag } from "~/api/openapi.server";
import { operation, type Operation } from "~/api/operation.server";

/** The chapters of the reference, in its order. */
export const TAGS: readonly Tag[] = [
  {
    name: "Authentication",
    description:
      "Logging in gives an access token for 15 minutes and a refresh token for 30 days. Send the access token as Authorization: Bearer; exchange the refresh token shortly before the access token expires.",
  },
  {
    name: "Storefront",
    description: "The catalogue as every visitor sees it, and customers' reviews. Hidden books are left out.",
  },
  {
    name: "Pages and news",
    description:
      "The shop's own pages and news as every visitor sees them: no drafts, and news from their day on.",
  },
  {
    name: "Cart",
    description:
      "A customer's cart belongs to the account; a guest's to the session cookie that the first added book sets.",
  },
  {
    name: "Checkout",
    description:
      "A customer's order: address, order, then the payment in the provider's window, and its confirmation.",
  },
  {
    name: "Delivery",
    description: "What a parcel costs and when it comes, and the plan of staff that says so.",
  },
  { name: "Orders", description: "A customer's orders and their progress." },
  { name: "Profile", description: "A customer's own name and preferences." },
  { name: "Catalogue", description: "Books for staff, hidden ones too." },
  { name: "Master data", description: "The names that books and orders refer to, edited by staff." },
  {
    name: "Imports",
    description:
      "Books out of files: upload, check what would change, import, undo. The work is done in the background.",
  },
  { name: "Wishlist", description: "The books on a customer's wishlist." },
  {
    name: "Orders for staff",
    description: "All orders, and the steps of their fulfilment: each is a resource of its order.",
  },
  { name: "Customers", description: "The shop's customers, for staff." },
  { name: "Reviews", description: "Customers' reviews for staff, hidden ones too." },
  { name: "Coupons", description: "Discount codes, edited by staff." },
  { name: "Dashboard", description: "The figures on the back office's dashboards." },
  { name: "Accounts", description: "The accountant’s month: lists as files, the return to file." },
  { name: "Settings", description: "The settings that staff can change without a restart." },
  { name: "Newsletter", description: "Subscribing, and the list for staff." },
  { name: "Reference", description: "The description of this API, for programs." },
];

let cached: ApiDocument | undefined;

/** The OpenAPI document. Made once, since it depends only on the code. */
export const apiDocument = (operations: readonly Operation[]) => (cached ??= describeApi(operations, TAGS));

/** @param operations all of the API's, including this one */
export const documentCall = (operations: () => readonly Operation[]) =>
  operation({
    method: "GET",
    path: "/openapi.json",
    tag: "Reference",
    summary: "The OpenAPI 3.1 document",
    access: "anyone",
    answer: z
      .looseObject({ openapi: z.string().meta({ examples: ["3.1.0"] }) })
      .meta({ id: "OpenApiDocument", description: "A document of OpenAPI 3.1." }),
    handle: async () => ({ ...apiDocument(operations()) }),
  });
