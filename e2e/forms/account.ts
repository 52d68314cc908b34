import type { FormEntry } from "../forms";

/** Of customers' accounts and orders. */
export const ACCOUNT_FORMS: FormEntry[] = [
  {
    does: "somebody registers",
    at: ["routes/account/register.tsx: POST"],
    sends: "POST /register email",
    journey: "shopping: a guest fills a cart, registers, pays and tracks the order",
  },
  {
    does: "somebody logs in",
    at: ["routes/account/login.tsx: POST"],
    sends: "POST /login username",
    journey: "shopping: a guest fills a cart, registers, pays and tracks the order",
  },
  {
    does: "somebody logs out",
    at: ["ui/frame/nav-bar.tsx: POST /logout"],
    sends: "POST /logout",
  },
  {
    does: "somebody comes in through another site",
    at: ["ui/account/third-party-buttons.tsx: POST {`/auth/${provider}`}"],
    sends: "POST /auth/google redirectTo",
    journey: "oauth: somebody new comes in through Google, and on to the page they asked for",
  },
  {
    does: "a forgotten password is asked for",
    at: ["routes/account/forgot-password.tsx: POST"],
    sends: "POST /forgot-password email",
    journey: "accounts: a forgotten password is set anew through the link in the mail, once",
  },
  {
    does: "a forgotten password is set anew",
    at: ["routes/account/resetpassword.tsx: POST"],
    sends: "POST /resetpassword confirmPassword",
    journey: "accounts: a forgotten password is set anew through the link in the mail, once",
  },
  {
    does: "the email is confirmed by its link",
    at: ["routes/account/confirm-email.tsx: POST"],
    sends: "POST /confirm-email token",
  },
  {
    does: "the notice on every page sends the confirmation again",
    at: [
      "ui/frame/store-notes.tsx: POST /confirm-email intent=resend",
      "routes/account/confirm-email.tsx: knows intent=resend",
    ],
    sends: "POST /confirm-email intent=resend redirectTo=/terms",
  },
  {
    does: "the page of an old link sends the confirmation again",
    at: [
      "routes/account/confirm-email.tsx: POST intent=resend",
      "routes/account/confirm-email.tsx: knows intent=resend",
    ],
    sends: "POST /confirm-email intent=resend",
  },
  {
    does: "the password is changed",
    at: ["routes/account/change-password.tsx: POST"],
    sends: "POST /change-password currentPassword",
    journey: "account: a customer changes the password and logs in with the new one",
  },
  {
    does: "a first password is asked for on its page",
    at: [
      "routes/account/change-password.tsx: POST intent=send-link",
      "routes/account/change-password.tsx: knows intent=send-link",
    ],
    sends: "POST /change-password intent=send-link",
  },
  {
    does: "a first password is asked for beside the connections",
    at: [
      "ui/account/connection-list.tsx: POST intent=password",
      "routes/account/connections.tsx: knows intent=password",
    ],
    sends: "POST /account/connections intent=password",
  },
  {
    does: "Google is connected",
    at: [
      "ui/account/connection-list.tsx: POST {`/auth/${provider}`} intent=connect",
      "routes/account/third-party.ts: knows intent=connect",
    ],
    sends: "POST /auth/google intent=connect",
    journey: "oauth: a customer connects Google with their account, and takes it away again",
  },
  {
    does: "Google is disconnected",
    at: ["ui/account/connection-list.tsx: POST disconnect={provider}"],
    sends: "POST /account/connections disconnect=google",
    journey: "oauth: a customer connects Google with their account, and takes it away again",
  },
  {
    does: "the name is changed",
    at: ["ui/account/profile-forms.tsx: POST intent=names", "routes/account/profile.tsx: knows intent=names"],
    sends: "POST /account intent=names",
    journey: "account: a new email counts once its link is confirmed",
  },
  {
    does: "the email is changed",
    at: [
      "ui/account/profile-forms.tsx: POST intent=change-email",
      "routes/account/profile.tsx: knows intent=change-email",
    ],
    sends: "POST /account intent=change-email",
    journey: "account: a new email counts once its link is confirmed",
  },
  {
    does: "the new email is confirmed by its link",
    at: ["routes/account/change-email.tsx: POST"],
    sends: "POST /change-email token",
    journey: "account: a new email counts once its link is confirmed",
  },
  {
    does: "the link for the new email is sent again",
    at: [
      "ui/account/profile-forms.tsx: POST intent=resend-email",
      "routes/account/profile.tsx: knows intent=resend-email",
    ],
    sends: "POST /account intent=resend-email",
  },
  {
    does: "the change of the email is cancelled",
    at: [
      "ui/account/profile-forms.tsx: POST intent=cancel-email",
      "routes/account/profile.tsx: knows intent=cancel-email",
    ],
    sends: "POST /account intent=cancel-email",
  },
  {
    does: "the preferences are changed",
    at: [
      "ui/account/profile-forms.tsx: POST intent=preferences",
      "routes/account/profile.tsx: knows intent=preferences",
    ],
    sends: "POST /account intent=preferences",
  },
  {
    does: "an address is added",
    at: [
      "ui/account/address-form.tsx: POST {id === null ? `${page}?add=1` : `${page}?edit=${id}`} intent=save-address",
      "routes/account/addresses.tsx: knows intent=save-address",
    ],
    sends: "POST /account/addresses intent=save-address addressId=0",
    journey: "account: addresses are added, made the default and deleted after a question",
  },
  {
    does: "an address is changed",
    at: [
      "ui/account/address-form.tsx: POST {id === null ? `${page}?add=1` : `${page}?edit=${id}`} intent=save-address",
      "routes/account/addresses.tsx: knows intent=save-address",
    ],
    sends: "POST /account/addresses intent=save-address",
  },
  {
    does: "an address becomes the default",
    at: [
      "ui/account/address-book.tsx: POST {page} intent=make-default",
      "routes/account/addresses.tsx: knows intent=make-default",
    ],
    sends: "POST /account/addresses intent=make-default",
    journey: "account: addresses are added, made the default and deleted after a question",
  },
  {
    does: "an address is deleted",
    at: [
      "ui/account/address-book.tsx: POST {closeTo} intent=delete",
      "routes/account/addresses.tsx: knows intent=delete",
    ],
    sends: "POST /account/addresses intent=delete",
    journey: "account: addresses are added, made the default and deleted after a question",
  },
  {
    does: "another device is logged out",
    at: ["routes/account/devices.tsx: POST intent=end", "routes/account/devices.tsx: knows intent=end"],
    sends: "POST /account/devices intent=end",
  },
  {
    does: "all other devices are logged out",
    at: [
      "routes/account/devices.tsx: POST intent=end-others",
      "routes/account/devices.tsx: knows intent=end-others",
    ],
    sends: "POST /account/devices intent=end-others",
  },
  {
    does: "the account is deleted with its password",
    at: ["ui/account/account-deletion.tsx: POST", "ui/account/account-deletion.tsx: button"],
    sends: "POST /account/data/deletion currentPassword",
    journey: "account: a customer takes their data along and deletes the account",
  },
  {
    does: "a link to delete the account is asked for",
    at: [
      "ui/account/account-deletion.tsx: POST intent=send-link",
      "routes/account/deletion.tsx: knows intent=send-link",
    ],
    sends: "POST /account/data/deletion intent=send-link",
  },
  {
    does: "the account is deleted by the link",
    at: ["ui/account/account-deletion.tsx: button"],
    sends: "POST /account/data/deletion token",
  },
  {
    does: "an order is searched for",
    at: ["routes/account/orders.tsx: GET /orders"],
    sends: "GET /orders q",
  },
  {
    does: "an order is cancelled",
    at: [
      "ui/orders/cancel-order-dialog.tsx: POST intent=cancel",
      "routes/account/order/own-order-action.server.ts: knows intent=cancel",
    ],
    sends: "POST /orders/:id intent=cancel",
    journey: "after-order: a paid order is cancelled by its customer, and the money is seen on its way back",
  },
  {
    does: "an order is placed again",
    at: [
      "ui/orders/order-actions.tsx: POST {`/orders/${id}`} intent=reorder",
      "routes/account/order/own-order-action.server.ts: knows intent=reorder",
    ],
    sends: "POST /orders/:id intent=reorder",
    journey: "after-order: an order's books are ordered again",
  },
  {
    does: "a return is asked for",
    at: ["ui/orders/return-form.tsx: POST"],
    sends: "POST /orders/:id/return reason=damaged",
    journey: "after-order: a return is asked for, approved and received, and its refund proposed",
  },
  {
    does: "a return is withdrawn",
    at: [
      "ui/orders/order-returns.tsx: POST {`/orders/${orderId}`} intent=withdraw-return",
      "routes/account/order/own-order-action.server.ts: knows intent=withdraw-return",
    ],
    sends: "POST /orders/:id intent=withdraw-return",
  },
];
