import { expect, test } from "vitest";
import { z } from "zod";
import { BLOCK_KINDS } from "~/domain/front/home/block-kinds";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import { despatchSchema, shipmentSchema } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { numberFields } from "./number-fields";

const files = import.meta.glob<Record<string, unknown>>("/app/domain/**/*.schema.ts", { eager: true });

const NOW = () => new Date("2026-11-21T06:00:00.000Z");

/** Every schema of a form. */
const SCHEMAS: [string, z.ZodType][] = [
  // The sandbox's form has only what the shop puts there.
  ...Object.entries(files)
    .filter(([path]) => !path.includes("/gateways/"))
    .map(([, file]) => file)
    .flatMap((file) => Object.entries(file)),
  ["despatchSchema", despatchSchema(NOW)] as const,
  ["shipmentSchema", shipmentSchema(() => new Date("2026-12-21T06:00:00.000Z"))] as const,
  ...Object.entries(MASTER_DATA).map(([key, data]) => [key, masterDataSchema(data)] as const),
  ...Object.entries(BLOCK_KINDS).map(([kind, { schema }]) => [kind, schema] as const),
].filter((one): one is [string, z.ZodType] => one[1] instanceof z.ZodType);

test("a number, a date or a code of digits is read in the digits of every script, in every form", () => {
  const found = SCHEMAS.flatMap(([name, schema]) => numberFields(schema, name));
  expect(found.filter(({ isRead }) => !isRead).map(({ name }) => name)).toEqual([]);
  const names = found.map(({ name }) => name);
  // The walk still sees what it is for.
  const some =
    "settingsSchema.shippingFee settingsSchema.gstin couponSchema.value cartSchema.quantity " +
    "shipmentSchema.shippedOn copiesRequestSchema.copies refundSchema.amount shelf.count";
  expect(some.split(" ").filter((name) => !names.includes(name))).toEqual([]);
});

test("the check finds a field that reads only 0 to 9, and takes texts for none", () => {
  const schema = z.object({
    pages: z.string().regex(/^\d+$/).transform(Number).catch(0),
    title: z.string().min(1),
    day: z
      .string()
      .optional()
      .refine((text) => !text || /^\d{4}-\d\d-\d\d$/.test(text)),
  });
  expect(numberFields(z.object({ rows: z.array(schema) }), "book")).toEqual([
    { name: "book.pages", isRead: false },
    { name: "book.day", isRead: false },
  ]);
});
