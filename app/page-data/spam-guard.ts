/** The fields of `SpamGuard` (ui/kit/spam-guard.tsx), read by http/request/spam-guard.server.ts. */
export const GUARD_FIELDS = {
  /**
   * Hidden from people; only programs fill it in. Browsers and password managers have no value of this name, unlike
   * "website" or "company".
   */
  empty: "topic",
  /** When the form was shown, signed. */
  shown: "shown",
};

/** At a form that was sent faster than a person can, or that does not say when it was shown. */
export const SENT_TOO_QUICKLY = "That was very quick. Please check what you typed and send it once more.";
