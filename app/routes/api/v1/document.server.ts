import { z } from "zod";
import { type ApiDocument, describeApi, type Tag } from "~/http/api/openapi.server";
import { operation, type Operation } from "~/http/api/operation.server";

/** The chapters of the reference, in its order. */
export const TAGS: readonly Tag[] = [
  {
    name: "Authentication",
    description:
      "Logging in gives an access token for 15 minutes and a refresh token for 30 days. Send the access token as Authorization: Bearer; exchange the refresh token shortly before the access token ends.",
  },
  {
    name: "Storefront",
    description: "The catalogue as every visitor sees it, and customers' reviews. Hidden books are nowhere.",
  },
  {
    name: "Cart",
    description:
      "A customer's cart, told by the token; a guest's hangs on the session cookie that the first addition sets.",
  },
  {
    name: "Checkout",
    description:
      "A customer's order: address, order, then the payment in the provider's window, and its confirmation.",
  },
  { name: "Orders", description: "What a customer has ordered, and how far it is." },
  { name: "Profile", description: "A customer's own name and preferences." },
  { name: "Catalogue", description: "Books in the hands of staff, hidden ones too." },
  { name: "Master data", description: "The names that books and orders refer to, kept by staff." },
  { name: "Wishlist", description: "Books a customer wants to remember." },
  {
    name: "Orders for staff",
    description: "All orders, and the steps that staff take with them: each is a resource of its order.",
  },
  { name: "Customers", description: "Whom the shop serves, for staff." },
  { name: "Reviews", description: "Customers' reviews for staff, hidden ones too." },
  { name: "Coupons", description: "Codes that take something off an order, kept by staff." },
  { name: "Dashboard", description: "The figures that staff open the back office with." },
  { name: "Settings", description: "What staff can change of the shop without a restart." },
  { name: "Newsletter", description: "Subscribing, and the list for staff." },
  { name: "Reference", description: "What this API is, for programs." },
];

let made: ApiDocument | undefined;

/** The OpenAPI document: made once, since it depends on the code alone. */
export const apiDocument = (operations: readonly Operation[]) => (made ??= describeApi(operations, TAGS));

/** @param operations all of the API's, this one among them */
export const documentCall = (operations: () => readonly Operation[]) =>
  operation({
    method: "GET",
    path: "/openapi.json",
    tag: "Reference",
    summary: "The OpenAPI 3.1 document",
    access: "anyone",
    answer: z
      .looseObject({ openapi: z.string().meta({ examples: ["3.1.0"] }) })
      .meta({ id: "OpenApiDocument", description: "As the OpenAPI specification 3.1 has it." }),
    handle: async () => ({ ...apiDocument(operations()) }),
  });
