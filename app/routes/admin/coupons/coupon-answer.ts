import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { CouponClash } from "~/domain/coupons/staff-coupons";
import { couponSchema } from "~/domain/coupons/coupons.schema";

/** The coupon's form as it comes back when it was not saved. */
export interface CouponAnswer {
  result: SubmissionResult<string[]>;
  /** What the form goes on with. */
  version: number;
  clash: CouponClash | null;
}

/** The schema reads the form's own texts: conform's coercion would guess first. */
export const parseCouponForm = (form: FormData) =>
  parseWithZod(form, { schema: couponSchema, disableAutoCoercion: true });
