export const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How often something may be done with one key before more is refused. Many shoppers share an address behind a mobile
 * carrier, so limits by address alone are generous.
 */
export const LIMITS = {
  /** Failed logins to one account from one address. */
  login: { points: 10, duration: 15 * MINUTE },
  /** Failed logins to one account from browsers that never logged in to it; the owner's own browsers are not counted. */
  "login-account": { points: 50, duration: HOUR },
  /**
   * Failed logins to one account from browsers and apps that did log in to it, from all addresses together: a stolen
   * device cannot guess without end.
   */
  "login-known": { points: 100, duration: HOUR },
  /** Failed logins from one address to any accounts, from browsers that never logged in to them. */
  "login-address": { points: 100, duration: 15 * MINUTE },
  /** Wrong second factors for one account, from one address. */
  "second-factor": { points: 10, duration: 15 * MINUTE },
  /** The same, from all addresses: somebody has the password. */
  "second-factor-account": { points: 30, duration: HOUR },
  /** Passkeys begun to be used, from one address. */
  passkey: { points: 60, duration: 15 * MINUTE },
  /** Logins begun at Google or Facebook, and those that came back without success. */
  "third-party": { points: 300, duration: 15 * MINUTE },
  register: { points: 40, duration: 15 * MINUTE },
  /** Codes asked for, to log in with instead of a password. Each is mailed; see CODES_AN_HOUR for one email address. */
  "mailed-code": { points: 40, duration: 15 * MINUTE },
  /** Wrong ones, from one address for any email addresses; five end a code. */
  "mailed-code-try": { points: 100, duration: 15 * MINUTE },
  forgot: { points: 20, duration: HOUR },
  reset: { points: 30, duration: 15 * MINUTE },
  confirm: { points: 30, duration: 15 * MINUTE },
  /** Unknown coupon codes, entered by one customer. */
  coupon: { points: 20, duration: 15 * MINUTE },
  /** The same, from one address. */
  "coupon-address": { points: 100, duration: 15 * MINUTE },
  /** Requests for a stock alert: from one IP address, and for one email address. */
  notify: { points: 30, duration: HOUR },
  /** Requests for a title that the shop does not have: from one IP address, and for one email address. */
  wanted: { points: 30, duration: HOUR },
  /** Back-office forms sent after the session had ended. */
  "stashed-form": { points: 30, duration: 15 * MINUTE },
  /** New carts of guests: each is a session that is kept for 30 days. */
  "guest-cart": { points: 300, duration: 15 * MINUTE },
  newsletter: { points: 20, duration: HOUR },
  // See customer-limits.server.ts. A class that orders its textbooks together stays below these; a program does not.
  order: { points: 30, duration: HOUR },
  "order-address": { points: 100, duration: HOUR },
  review: { points: 30, duration: HOUR },
  "review-address": { points: 100, duration: HOUR },
  return: { points: 15, duration: HOUR },
  "return-address": { points: 60, duration: HOUR },
  wish: { points: 300, duration: HOUR },
  "wish-address": { points: 1000, duration: HOUR },
  contact: { points: 5, duration: HOUR },
  "contact-address": { points: 20, duration: HOUR },
  /** Requests to ask the gateway about an order's failed payment, for one order. */
  "payment-attempt": { points: 10, duration: 15 * MINUTE },
  /** The same, from one address for any orders. */
  "payment-attempt-address": { points: 100, duration: 15 * MINUTE },
  /** All calls of the JSON API together, by account or address. */
  api: { points: 1200, duration: MINUTE },
  /** The same, by API key. */
  "api-key": { points: 600, duration: MINUTE },
  refresh: { points: 300, duration: 15 * MINUTE },
  // What strangers can have the shop store, from all addresses together: far more than a shop's visitors ever do.
  "mailed-code-all": { points: 3000, duration: HOUR },
  "register-all": { points: 3000, duration: HOUR },
  "guest-cart-all": { points: 20_000, duration: HOUR },
  "contact-all": { points: 500, duration: HOUR },
  "notify-all": { points: 2000, duration: HOUR },
  "wanted-all": { points: 500, duration: HOUR },
  "newsletter-all": { points: 2000, duration: HOUR },
  "stashed-form-all": { points: 1000, duration: HOUR },
} satisfies Record<string, { points: number; duration: number }>;

export type LimitName = keyof typeof LIMITS;

/** The limit of all addresses together beside that of one. */
export const OF_ALL: Partial<Record<LimitName, LimitName>> = {
  register: "register-all",
  "mailed-code": "mailed-code-all",
  "guest-cart": "guest-cart-all",
  "contact-address": "contact-all",
  notify: "notify-all",
  wanted: "wanted-all",
  newsletter: "newsletter-all",
  "stashed-form": "stashed-form-all",
};
