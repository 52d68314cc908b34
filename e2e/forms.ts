import { ACCOUNT_FORMS } from "./forms/account";
import { ADMIN_FORMS } from "./forms/admin";
import { ADMIN_BOOK_FORMS } from "./forms/admin-books";
import { ADMIN_ORDER_FORMS } from "./forms/admin-orders";
import { SHOP_FORMS } from "./forms/shop";

/** One thing that somebody does by a form, and the journey that does it without scripts. */
export interface FormEntry {
  /** In words; also the title of its test in forms-shop.spec.ts and its like, unless another journey is named. */
  does: string;
  /** Where in app/ the form, its button and what its action looks for stand, as app/test/forms-in-source.ts names them. */
  at: string[];
  /** The request that the browser has to be seen sending: "POST /orders/:id intent=cancel", "GET /books q". */
  sends: string;
  /** The journey, where it is one of another file: "cart: a book is removed" for cart.spec.ts. */
  journey?: string;
}

const LISTS = {
  "forms-shop": SHOP_FORMS,
  "forms-account": ACCOUNT_FORMS,
  "forms-admin": [...ADMIN_BOOK_FORMS, ...ADMIN_ORDER_FORMS, ...ADMIN_FORMS],
};

/**
 * Every form of the product. app/forms.test.ts fails when one is added and not listed here, and when one is listed that
 * is gone; a journey fails that leaves out a form it is named for.
 */
export const FORMS: FormEntry[] = Object.values(LISTS).flat();

/** "file: title". */
export function journeyOf(form: FormEntry): string {
  const [file] = Object.entries(LISTS).find(([, list]) => list.includes(form))!;
  return form.journey ?? `${file}: ${form.does}`;
}

/** What scripts send by themselves, and which of the above does the same without them. */
export const BY_SCRIPT: Record<string, string> = {
  "ui/store/add-to-cart.tsx: script fetcher.submit": "a book is added to the cart",
  "ui/store/newsletter-form.tsx: script fetcher.submit": "the newsletter is asked for",
  "ui/admin/list-controls.tsx: script useSubmit": "a list of the back office is searched",
  "ui/admin/choice-requests.ts: script request": "an author nobody has is added from the form of a book",
  "ui/cart/payment-window.ts: script createElement": "the payment comes back to the shop",
  "ui/cart/payment-window.ts: script form.submit": "the payment comes back to the shop",
  "routes/checkout/pay.tsx: knows intent=confirm": "the payment comes back to the shop",
  "routes/checkout/pay.tsx: knows intent=failed": "the payment comes back to the shop",
  "routes/checkout/pay.tsx: knows intent=cancelled": "the payment comes back to the shop",
};
