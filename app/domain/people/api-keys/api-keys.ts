/** API keys: how programs call the API for staff. Times ISO 8601. */

import { ALL_RIGHTS, type Right } from "~/domain/kit/rights/rights";

export const KEY_PREFIX = "kitab_";

/** The rights that a key can have: those that calls of the API need. Never `staff` or `payments`. */
export const KEY_RIGHTS = ALL_RIGHTS.filter((right) =>
  (
    [
      "catalogue",
      "reviews",
      "orders",
      "dispatch",
      "refunds",
      "customers",
      "coupons",
      "newsletter",
      "exports",
      "sales",
      "settings",
    ] as Right[]
  ).includes(right),
);

/** The rights that somebody with these rights can give to a key. */
export const rightsToGive = (own: readonly Right[]): Right[] =>
  KEY_RIGHTS.filter((right) => own.includes(right));

/** How long a key works: days, or until a date. */
export const LIFETIMES = ["30", "90", "365", "date"] as const;
export type Lifetime = (typeof LIFETIMES)[number];

export const LIFETIME_WORDS: Record<Lifetime, string> = {
  "30": "30 days",
  "90": "90 days",
  "365": "One year",
  date: "Until a date",
};

/** Its maker is told by mail so many days before a key expires. */
export const WARN_DAYS = 7;

export type KeyState = "active" | "expired" | "revoked" | "idle";

/** As the list shows it. */
export const KEY_STATE_WORDS: Record<KeyState, string> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
  idle: "Without effect",
};

export interface ApiKey {
  id: number;
  name: string;
  lastFour: string;
  /** As they were given. */
  rights: Right[];
  /** Those of them that count: its maker has them too. */
  present: Right[];
  makerId: number;
  maker: string;
  createdAt: string;
  expiresAt: string;
  /** To the minute; null: never. */
  lastUsedAt: string | null;
  revokedAt: string | null;
  state: KeyState;
}
