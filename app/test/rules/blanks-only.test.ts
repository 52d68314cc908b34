import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import type { z } from "zod";
import { MASTER_DATA } from "~/domain/kit/master-data";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
import {
  cancelSchema,
  customerCancelSchema,
  refundSchema,
} from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { returnAnswerSchema } from "~/domain/sales/orders/returns/returns.schema";
import { settingsSchema } from "~/domain/shop/settings/settings.schema";

/** The error of a form in which the field holds only spaces. */
function messageOf(schema: z.ZodType, name: string, others: Record<string, string> = {}) {
  const form = new FormData();
  for (const [other, value] of Object.entries(others)) form.set(other, value);
  form.set(name, "  \t ");
  const submission = parseWithZod(form, { schema });
  return submission.status === "success" ? null : (submission.error?.[name] ?? null);
}

test.each(Object.values(MASTER_DATA))("refuses a $label of only spaces", (entity) => {
  expect(messageOf(masterDataSchema(entity), "name")).toEqual([entity.required]);
});

test("treats a required field of only spaces as empty", () => {
  const refund = { amount: "10", reason: "r", key: "0123456789abcdef" };
  expect(messageOf(refundSchema, "reason", refund)).toEqual(["Reason is required"]);
  expect(messageOf(refundSchema, "amount", refund)).toEqual(["Amount is required"]);
  expect(messageOf(settingsSchema, "shopName")).toEqual(["Shop name is required"]);
});

test("treats an optional field of only spaces as left out", () => {
  const answer = { returnId: "1", answer: "approve" };
  expect(messageOf(cancelSchema, "note")).toBeNull();
  expect(messageOf(customerCancelSchema, "reason")).toBeNull();
  expect(messageOf(returnAnswerSchema, "note", answer)).toBeNull();
  expect(messageOf(returnAnswerSchema, "note", { ...answer, answer: "decline" })).toEqual([
    "Please tell the customer why",
  ]);
});
