import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { COUPON_NOT_FOUND, switchedMessage } from "~/domain/sales/coupons/staff-coupons";
import { saveCoupon, switchCoupon } from "~/domain/sales/coupons/staff-coupons.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { type CouponAnswer, parseCouponForm } from "./coupon-answer";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
  /** The list without panel and dialog. */
  closeTo: string;
}

/** Answers the coupon's form. @param couponId null to add one */
export async function answerSave({ context, form, staffId, closeTo }: Post, couponId: number | null) {
  const submission = parseCouponForm(form);
  const typedVersion = String(form.get("version"));
  // 0 is the version of no coupon.
  const version = /^\d{1,9}$/.test(typedVersion) ? Number(typedVersion) : 0;
  const refuse = (
    status: number,
    problem: Parameters<typeof submission.reply>[0] = {},
    more: Partial<CouponAnswer> = {},
  ) => {
    const answer: CouponAnswer = { result: submission.reply(problem), version, clash: null, ...more };
    return data(answer, { status });
  };
  if (submission.status !== "success") return refuse(400);
  const saved = await saveCoupon(writeDb, { id: couponId, staffId, fields: submission.value, version });
  if (saved.ok) return redirectWithFlash(context, closeTo, { kind: "success", text: saved.message });
  if (saved.reason === "changed") {
    const { clash, message } = saved;
    return refuse(409, { formErrors: [message] }, { version: clash.version, clash });
  }
  if (saved.reason === "unknown") throw data(saved.message, { status: 404 });
  return refuse(400, { fieldErrors: { [saved.field]: [saved.message] } });
}

/** Answers the dialog that switches a coupon on or off. */
export async function answerSwitch({ context, staffId, closeTo }: Post, couponId: number, active: boolean) {
  const code = await switchCoupon(writeDb, { couponId, active, staffId });
  if (code === null) throw data(COUPON_NOT_FOUND, { status: 404 });
  return redirectWithFlash(context, closeTo, { kind: "success", text: switchedMessage(code, active) });
}
