import type { FormEntry } from "../forms";

/** Of the store, the cart and the checkout. */
export const SHOP_FORMS: FormEntry[] = [
  {
    does: "a book is searched from the bar",
    at: ["ui/frame/nav-bar.tsx: GET /books"],
    sends: "GET /books q",
    journey: "browsing: phones: filters and menu open and close",
  },
  {
    does: "the list of books is filtered",
    at: ["ui/store/filter-panel.tsx: GET /books"],
    sends: "GET /books tag=Epic",
    journey: "browsing: filters, sort and search work together and live in the address",
  },
  {
    does: "the list of books is sorted",
    at: ["ui/store/filter-panel.tsx: button of {FORM_ID}"],
    sends: "GET /books sort=price_asc",
  },
  {
    does: "the filters are opened on a phone",
    at: ["ui/store/filter-panel.tsx: button of {FORM_ID} filters=shown"],
    sends: "GET /books filters=shown",
    journey: "browsing: phones: filters and menu open and close",
  },
  {
    does: "the filters are closed on a phone",
    at: ["ui/store/filter-panel.tsx: button of {FORM_ID} filters=hidden"],
    sends: "GET /books filters=hidden",
    journey: "browsing: phones: filters and menu open and close",
  },
  {
    does: "the light theme is chosen",
    at: ["ui/frame/theme-toggle.tsx: button theme={theme}", "ui/frame/theme-toggle.tsx: POST /theme"],
    sends: "POST /theme theme=light",
    journey: "browsing: the theme follows the system until it is chosen, then stays",
  },
  {
    does: "the dark theme is chosen",
    at: ["ui/frame/theme-toggle.tsx: button theme={theme}", "ui/frame/theme-toggle.tsx: POST /theme"],
    sends: "POST /theme theme=dark",
  },
  {
    does: "a book is added to the cart",
    at: [
      "ui/store/add-to-cart.tsx: POST /cart intent=add",
      "domain/cart/cart.schema.ts: knows intent=add",
      "routes/checkout/cart.tsx: knows intent=add",
    ],
    sends: "POST /cart intent=add",
    journey: "discover: a bestseller goes into the cart from the list",
  },
  {
    does: "several copies of a book are added to the cart",
    at: ["ui/store/add-to-cart.tsx: POST /cart intent=add"],
    sends: "POST /cart intent=add quantity=2",
    journey: "shopping: a guest fills a cart, registers, pays and tracks the order",
  },
  {
    does: "a copy less of a book",
    at: [
      "ui/cart/copies-stepper.tsx: POST /cart quantity={copies - 1}",
      "domain/cart/cart.schema.ts: knows intent=update",
    ],
    sends: "POST /cart intent=update quantity=1",
  },
  {
    does: "a copy more of a book",
    at: [
      "ui/cart/copies-stepper.tsx: POST /cart quantity={copies + 1}",
      "domain/cart/cart.schema.ts: knows intent=update",
    ],
    sends: "POST /cart intent=update quantity=2",
    journey: "shopping: the cart keeps to the stock and says what can no longer be had",
  },
  {
    does: "copies of a book are typed",
    at: [
      "ui/cart/copies-stepper.tsx: POST /cart",
      "ui/cart/cart-line.tsx: POST /cart intent=update",
      "domain/cart/cart.schema.ts: knows intent=update",
    ],
    sends: "POST /cart intent=update quantity=3",
  },
  {
    does: "a book is removed from the cart",
    at: [
      "ui/cart/cart-line.tsx: POST /cart intent=remove",
      "domain/cart/cart.schema.ts: knows intent=remove",
      "routes/checkout/cart.tsx: knows intent=remove",
    ],
    sends: "POST /cart intent=remove",
    journey: "shopping: the cart keeps to the stock and says what can no longer be had",
  },
  {
    does: "a guest takes a book out of the cart beside the login",
    at: ["ui/cart/guest-cart.tsx: POST /cart intent=remove"],
    sends: "POST /cart intent=remove redirectTo",
  },
  {
    does: "a book is saved for later",
    at: [
      "ui/cart/cart-line.tsx: POST /cart/saved intent=save",
      "domain/cart/saved-items.schema.ts: knows intent=save",
      "routes/checkout/saved.ts: knows intent=save",
    ],
    sends: "POST /cart/saved intent=save",
    journey: "shelf: a book is saved for later and moved back into the cart",
  },
  {
    does: "a saved book is moved to the cart",
    at: [
      "ui/cart/saved-items.tsx: POST /cart/saved intent=move",
      "domain/cart/saved-items.schema.ts: knows intent=move",
      "routes/checkout/saved.ts: knows intent=move",
    ],
    sends: "POST /cart/saved intent=move",
    journey: "shelf: a book is saved for later and moved back into the cart",
  },
  {
    does: "a saved book is removed",
    at: [
      "ui/cart/saved-items.tsx: POST /cart/saved intent=remove",
      "domain/cart/saved-items.schema.ts: knows intent=remove",
    ],
    sends: "POST /cart/saved intent=remove",
  },
  {
    does: "a coupon is entered",
    at: [
      "ui/cart/cart-coupon.tsx: POST /cart intent=apply-coupon",
      "domain/cart/cart.schema.ts: knows intent=apply-coupon",
      "routes/checkout/cart.tsx: knows intent=apply-coupon",
    ],
    sends: "POST /cart intent=apply-coupon",
    journey: "coupons: a refused code is told at its field; one that stops applying is shown with its reason",
  },
  {
    does: "a coupon is removed",
    at: [
      "ui/cart/cart-coupon.tsx: POST /cart intent=remove-coupon",
      "domain/cart/cart.schema.ts: knows intent=remove-coupon",
      "routes/checkout/cart.tsx: knows intent=remove-coupon",
    ],
    sends: "POST /cart intent=remove-coupon",
    journey: "coupons: staff make a coupon, a customer pays less with it, and staff see the order at it",
  },
  {
    does: "an address is given at the checkout",
    at: [
      "ui/account/address-form.tsx: POST {id === null ? `${page}?add=1` : `${page}?edit=${id}`} intent=save-address",
      "routes/checkout/checkout.tsx: knows intent=save-address",
    ],
    sends: "POST /checkout intent=save-address",
    journey: "shopping: an address with mistakes keeps what was typed and says so at the fields",
  },
  {
    does: "the order is placed while its address is typed",
    at: ["ui/cart/place-order.tsx: POST /checkout intent=place-order"],
    sends: "POST /checkout intent=place-order fullname",
    journey:
      "shopping: Place Order takes the address being typed with it, and asks once about what is doubtful",
  },
  {
    does: "the order is placed",
    at: [
      "ui/cart/place-order.tsx: POST /checkout intent=place-order",
      "routes/checkout/checkout.tsx: knows intent=place-order",
    ],
    sends: "POST /checkout intent=place-order",
    journey:
      "shopping: a failed and a dismissed payment come back to the form, and the order can be paid after all",
  },
  {
    does: "the payment is begun",
    at: ["ui/cart/payment-panel.tsx: POST {form.action}"],
    sends: "POST /sandbox/v1/checkout/embedded order_id",
    journey:
      "shopping: a failed and a dismissed payment come back to the form, and the order can be paid after all",
  },
  {
    does: "an order is paid by card",
    at: ["routes/payments/sandbox/hosted.tsx: POST"],
    sends: "POST /sandbox/v1/checkout/embedded card",
    journey:
      "shopping: a failed and a dismissed payment come back to the form, and the order can be paid after all",
  },
  {
    does: "an order is paid by UPI",
    at: ["routes/payments/sandbox/hosted.tsx: POST #2"],
    sends: "POST /sandbox/v1/checkout/embedded vpa",
  },
  {
    does: "the payment comes back to the shop",
    at: ["routes/payments/sandbox/hosted.tsx: POST {props.checkout.callback_url}"],
    sends: "POST /payments/callback",
    journey: "shopping: a guest fills a cart, registers, pays and tracks the order",
  },
  {
    does: "a book is put on the wishlist",
    at: ["ui/store/wish-form.tsx: POST /wishlist intent=add", "routes/store/wishlist.tsx: knows intent=add"],
    sends: "POST /wishlist intent=add",
    journey: "shelf: the wishlist's number in the menu follows the book",
  },
  {
    does: "a book is taken off the wishlist on its page",
    at: [
      "ui/store/wish-form.tsx: POST /wishlist intent=remove",
      "routes/store/wishlist.tsx: knows intent=remove",
    ],
    sends: "POST /wishlist intent=remove redirectTo",
  },
  {
    does: "a book is moved from the wishlist to the cart",
    at: [
      "ui/account/wishlist-page.tsx: POST /wishlist intent=move",
      "routes/store/wishlist.tsx: knows intent=move",
    ],
    sends: "POST /wishlist intent=move",
  },
  {
    does: "a book is removed from the wishlist",
    at: [
      "ui/account/wishlist-page.tsx: POST /wishlist intent=remove",
      "routes/store/wishlist.tsx: knows intent=remove",
    ],
    sends: "POST /wishlist intent=remove",
  },
  {
    does: "the whole wishlist is moved to the cart",
    at: [
      "ui/account/wishlist-page.tsx: POST /wishlist intent=move-all",
      "routes/store/wishlist.tsx: knows intent=move-all",
    ],
    sends: "POST /wishlist intent=move-all",
    journey: "shelf: the wishlist's number in the menu follows the book",
  },
  {
    does: "a guest asks for a sold-out book",
    at: ["ui/store/notify-form.tsx: POST {action} intent=ask"],
    sends: "POST /books/:id/notify intent=ask",
    journey: "shelf: a guest asks for a sold-out book; staff restock it, and the mail leads to it",
  },
  {
    does: "a customer withdraws from a sold-out book on its page",
    at: [
      "ui/store/notify-form.tsx: POST {action} intent=withdraw",
      "routes/store/notify.tsx: knows intent=withdraw",
    ],
    sends: "POST /books/:id/notify intent=withdraw",
  },
  {
    does: "a customer withdraws from a sold-out book on the wishlist",
    at: [
      "ui/cart/waiting-for.tsx: POST {`/books/${bookId}/notify`} intent=withdraw",
      "routes/store/notify.tsx: knows intent=withdraw",
    ],
    sends: "POST /books/:id/notify intent=withdraw redirectTo",
  },
  {
    does: "mails about sold-out books are stopped by their link",
    at: ["routes/store/notify-stop.tsx: POST /books/notify/stop"],
    sends: "POST /books/notify/stop token",
  },
  {
    does: "a review is written",
    at: ["ui/store/review-form.tsx: POST {action} intent=review"],
    sends: "POST /books/:id intent=review rating=4",
    journey: "shopping: a reader reviews a book; a guest is asked to log in and comes back",
  },
  {
    does: "the newsletter is asked for",
    at: ["ui/store/newsletter-form.tsx: POST /newsletter"],
    sends: "POST /newsletter email",
    journey:
      "newsletter: a reader subscribes, confirms by the mailed link, and leaves by the one in the welcome mail",
  },
  {
    does: "the newsletter is confirmed",
    at: ["routes/store/newsletter-confirm.tsx: POST"],
    sends: "POST /newsletter/confirm token",
    journey:
      "newsletter: a reader subscribes, confirms by the mailed link, and leaves by the one in the welcome mail",
  },
  {
    does: "the newsletter is left",
    at: ["routes/store/newsletter-unsubscribe.tsx: POST"],
    sends: "POST /newsletter/unsubscribe",
    journey:
      "newsletter: a reader subscribes, confirms by the mailed link, and leaves by the one in the welcome mail",
  },
];
