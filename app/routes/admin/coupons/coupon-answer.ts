import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { CouponClash } from "~/domain/sales/coupons/staff-coupons";
import { couponSchema } from "~/domain/sales/coupons/coupons.schema";

/** The answer to a coupon's form that was not saved. */
export interface CouponAnswer {
  result: SubmissionResult<string[]>;
  /** The coupon's version for the next attempt to save. */
  version: number;
  clash: CouponClash | null;
}

/** Without conform's coercion: the schema itself converts the form's texts. */
export const parseCouponForm = (form: FormData) =>
  parseWithZod(form, { schema: couponSchema, disableAutoCoercion: true });
