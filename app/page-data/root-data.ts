import type { WaitingFlash } from "./flash";
import type { NextStep } from "./next-step";
import type { Theme } from "./theme";

/** What the root's loader (root.tsx) tells every page of the shop and of its visitor. */
export interface RootData {
  /** The shop's public address, for links that leave it. */
  origin: string;
  shop: {
    name: string;
    logo: string | null;
    email: string;
    phone: string;
    address: string;
    /** Whether the settings name a grievance officer. */
    hasOfficer: boolean;
  };
  /** Whether orders are taken: a live shop must first be told who sells. */
  takesOrders: boolean;
  account: {
    id: number;
    firstName: string;
    role: "customer" | "admin";
    emailConfirmed: boolean;
    showRecommendations: boolean;
  } | null;
  cartCount: number;
  wishlistCount: number;
  theme: Theme | null;
  /** Whether an admin looks at the store. */
  preview: boolean;
  flash: WaitingFlash[];
  /** What a visitor who forgot the password does next. */
  nextStep: NextStep | null;
  demo: boolean;
  /** Whether one can log in with Google or Facebook. */
  providers: boolean;
  testPayments: boolean;
}
