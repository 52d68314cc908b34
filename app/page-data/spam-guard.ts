/** The fields of `SpamGuard` (ui/kit/spam-guard.tsx), read by http/request/limits/spam-guard.server.ts. */
export const GUARD_FIELDS = {
  /**
   * Hidden from people; only programs fill it in. Browsers and password managers have no value of this name, unlike
   * "website" or "company".
   */
  empty: "topic",
  /** When the form was shown, signed. */
  shown: "shown",
};

/** At a form without the stamp that the shop writes into each: it comes back with one. */
export const NOT_OURS =
  "We could not tell that this form is from our page. Please check what you typed and send it once more.";
