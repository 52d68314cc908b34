import type { FormEntry } from ".";

/** Of the back office: customers, reviews, coupons, newsletter, settings. */
export const ADMIN_FORMS: FormEntry[] = [
  {
    does: "the customers are filtered",
    at: ["ui/admin/list-controls.tsx: button"],
    sends: "GET /admin/customers status=inactive",
    journey: "customers: a customer who is deactivated is out at the next click, and in again once activated",
  },
  {
    does: "a customer's switch is turned",
    at: ["ui/admin/confirm-switch.tsx: GET confirm={confirm}"],
    sends: "GET /admin/customers confirm",
    journey: "customers: a customer who is deactivated is out at the next click, and in again once activated",
  },
  {
    does: "a customer is deactivated",
    at: ["routes/admin/customers/status-dialog.tsx: POST"],
    sends: "POST /admin/customers status=inactive",
    journey: "customers: a customer who is deactivated is out at the next click, and in again once activated",
  },
  {
    does: "a customer is activated",
    at: ["routes/admin/customers/status-dialog.tsx: POST"],
    sends: "POST /admin/customers/:id status=active",
    journey: "customers: a customer who is deactivated is out at the next click, and in again once activated",
  },
  {
    does: "the reviews are filtered",
    at: ["ui/admin/list-controls.tsx: button"],
    sends: "GET /admin/reviews state=hidden",
  },
  {
    does: "a review's switch is turned",
    at: ["ui/admin/confirm-switch.tsx: GET confirm={confirm}"],
    sends: "GET /admin/reviews confirm",
    journey:
      "reviews: staff hide a review: it is gone from the store and the average; shown again it is back",
  },
  {
    does: "a review is hidden",
    at: ["routes/admin/reviews/review-dialog.tsx: POST state=hidden"],
    sends: "POST /admin/reviews state=hidden",
    journey:
      "reviews: staff hide a review: it is gone from the store and the average; shown again it is back",
  },
  {
    does: "a review is shown again",
    at: ["routes/admin/reviews/review-dialog.tsx: POST state=visible"],
    sends: "POST /admin/reviews state=visible",
    journey:
      "reviews: staff hide a review: it is gone from the store and the average; shown again it is back",
  },
  {
    does: "the coupons are filtered",
    at: ["ui/admin/list-controls.tsx: button"],
    sends: "GET /admin/coupons state",
  },
  {
    does: "a coupon is saved",
    at: [
      "routes/admin/coupons/coupon-form.tsx: POST intent=save-coupon",
      "routes/admin/coupons.tsx: knows intent=save-coupon",
    ],
    sends: "POST /admin/coupons intent=save-coupon",
    journey: "coupons: staff make a coupon, a customer pays less with it, and staff see the order at it",
  },
  {
    does: "a coupon's switch is turned",
    at: ["ui/admin/confirm-switch.tsx: GET confirm={confirm}"],
    sends: "GET /admin/coupons confirm",
  },
  {
    does: "a coupon is switched off",
    at: [
      "routes/admin/coupons/switch-dialog.tsx: POST intent=switch-off",
      "routes/admin/coupons.tsx: knows intent=switch-off",
    ],
    sends: "POST /admin/coupons intent=switch-off",
    journey: "coupons: staff make a coupon, a customer pays less with it, and staff see the order at it",
  },
  {
    does: "a coupon is switched on",
    at: [
      "routes/admin/coupons/switch-dialog.tsx: POST intent=switch-on",
      "routes/admin/coupons.tsx: knows intent=switch-on",
    ],
    sends: "POST /admin/coupons intent=switch-on",
  },
  {
    does: "the newsletter's addresses are filtered",
    at: ["ui/admin/list-controls.tsx: button"],
    sends: "GET /admin/newsletter state=all",
    journey: "newsletter: staff find an address, export the list, and remove it",
  },
  {
    does: "an address is removed from the newsletter",
    at: [
      "routes/admin/newsletter/subscriber-dialog.tsx: POST intent={action}",
      "routes/admin/newsletter.tsx: knows intent={known}",
    ],
    sends: "POST /admin/newsletter intent=remove",
    journey: "newsletter: staff find an address, export the list, and remove it",
  },
  {
    does: "staff unsubscribe an address",
    at: [
      "routes/admin/newsletter/subscriber-dialog.tsx: POST intent={action}",
      "routes/admin/newsletter.tsx: knows intent={known}",
    ],
    sends: "POST /admin/newsletter intent=unsubscribe",
  },
  {
    does: "a member of staff changes their name",
    at: ["ui/account/profile-forms.tsx: POST intent=names"],
    sends: "POST /admin/account intent=names",
  },
  {
    does: "the settings are saved",
    at: ["ui/admin/settings-form.tsx: POST intent=save-settings"],
    sends: "POST /admin/settings intent=save-settings",
    journey:
      "settings: a changed setting shows in the footer at once and in the history; a wrong one is refused",
  },
  {
    does: "a logo is uploaded",
    at: [
      "ui/admin/logo-panel.tsx: POST intent=upload-logo",
      "routes/admin/settings.tsx: knows intent=upload-logo",
    ],
    sends: "POST /admin/settings multipart",
    journey: "settings: the logo stands in the store's bar until it is removed",
  },
  {
    does: "the logo is removed",
    at: [
      "ui/admin/logo-panel.tsx: POST intent=remove-logo",
      "routes/admin/settings.tsx: knows intent=remove-logo",
    ],
    sends: "POST /admin/settings intent=remove-logo",
    journey: "settings: the logo stands in the store's bar until it is removed",
  },
];
