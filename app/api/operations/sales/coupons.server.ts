import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listCoupons, saveCoupon } from "~/domain/sales/coupons/staff-coupons.server";
import {
  couponBodySchema,
  couponClashJson,
  pagedCouponsSchema,
  staffCouponPageJson,
  staffCouponToJson,
} from "~/domain/sales/coupons/coupons.json.ts";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import { done, notFound, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Coupons";
const access = "staff";
const right = "coupons";

/** Coupons for staff. */
export const coupons = [
  operation({
    method: "POST",
    path: "/coupons/admin/paged",
    tag,
    summary: "Search, filter and page through all coupons",
    description: "searchText: a part of the code. The newest first unless sorted.",
    access,
    right,
    body: pagedCouponsSchema,
    answer: staffCouponPageJson,
    async handle({ body }) {
      return listToJson(await listCoupons(readDb, body), body.page, staffCouponToJson);
    },
  }),

  operation({
    method: "POST",
    path: "/coupons",
    tag,
    summary: "Add or change a coupon",
    description:
      "Send all fields: one that is left out is cleared. Orders already placed keep their discount.",
    access,
    right,
    refusals: { 404: "There is no such coupon." },
    body: couponBodySchema,
    answer: resultSchema
      .extend({
        id: z
          .number()
          .int()
          .optional()
          .meta({ description: "Of the coupon saved.", examples: [3] }),
        version: z
          .number()
          .int()
          .optional()
          .meta({ description: "Of the coupon as it is stored now.", examples: [1] }),
        clash: couponClashJson
          .optional()
          .meta({ description: "Why nothing was saved: what others changed." }),
      })
      .meta({ id: "CouponSaved" }),
    async handle({ body, caller: { account } }) {
      const saved = await saveCoupon(writeDb, { ...body, staffId: account!.id });
      if (saved.ok) return { ...done(saved.message), id: saved.id, version: saved.version };
      if (saved.reason === "unknown") return notFound(saved.message);
      if (saved.reason === "changed") return { ...refused(saved.message), clash: saved.clash };
      return refused(saved.message, { [saved.field]: [saved.message] });
    },
  }),
];
