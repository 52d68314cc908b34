import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import type { z } from "zod";
import { MASTER_DATA, masterDataSchema } from "./master-data/master-data";
import { cancelSchema, customerCancelSchema, refundSchema } from "./orders/fulfilment.schema";
import { returnAnswerSchema } from "./orders/returns.schema";
import { settingsSchema } from "./settings/settings.schema";

/** What a form answers whose field holds blanks alone. */
function messageOf(schema: z.ZodType, name: string, others: Record<string, string> = {}) {
  const form = new FormData();
  for (const [other, value] of Object.entries(others)) form.set(other, value);
  form.set(name, "  \t ");
  const submission = parseWithZod(form, { schema });
  return submission.status === "success" ? null : (submission.error?.[name] ?? null);
}

test.each(Object.values(MASTER_DATA))("a $label of blanks only", (entity) => {
  expect(messageOf(masterDataSchema(entity), "name")).toEqual([entity.required]);
});

test("a required field of blanks only is told as an empty one", () => {
  const refund = { amount: "10", reason: "r", key: "0123456789abcdef" };
  expect(messageOf(refundSchema, "reason", refund)).toEqual(["Reason is required"]);
  expect(messageOf(refundSchema, "amount", refund)).toEqual(["Amount is required"]);
  expect(messageOf(settingsSchema, "shopName")).toEqual(["Shop name is required"]);
});

test("an optional field of blanks only counts as left out", () => {
  const answer = { returnId: "1", answer: "approve" };
  expect(messageOf(cancelSchema, "note")).toBeNull();
  expect(messageOf(customerCancelSchema, "reason")).toBeNull();
  expect(messageOf(returnAnswerSchema, "note", answer)).toBeNull();
  expect(messageOf(returnAnswerSchema, "note", { ...answer, answer: "decline" })).toEqual([
    "Please tell the customer why",
  ]);
});
