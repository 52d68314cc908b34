import type { ShownFrame } from "~/domain/home/frame-parts";
import type { PageLook } from "~/domain/look/look";
import type { WaitingFlash } from "./flash";
import type { NextStep } from "./next-step";
import type { Theme } from "./theme";

/** The data about the shop and the visitor that the root's loader (root.tsx) gives to every page. */
export interface RootData {
  /** The shop's public origin, for links used outside the shop. */
  origin: string;
  /** Absent: the default look. */
  look?: PageLook;
  shop: {
    name: string;
    logo: string | null;
    email: string;
    phone: string;
    address: string;
    /** Whether the settings name a grievance officer. */
    hasOfficer: boolean;
  };
  /** What staff changed of the frame; absent while all is as the shop came: on a first visit each byte counts. */
  frame?: ShownFrame;
  /** Why no orders are taken, as a sentence for visitors; null: they are. */
  notOpen: string | null;
  account: {
    firstName: string;
    role: "customer" | "admin";
    emailConfirmed: boolean;
    showRecommendations: boolean;
  } | null;
  cartCount: number;
  wishlistCount: number;
  theme: Theme | null;
  /** Whether an admin previews the store. */
  preview: boolean;
  flash: WaitingFlash[];
  /** The next step of a visitor who forgot the password. */
  nextStep: NextStep | null;
  demo: boolean;
  /** Whether one can log in with Google or Facebook. */
  providers: boolean;
  testPayments: boolean;
  /** When public forms were shown, signed (http/request/spam-guard.server.ts). */
  formStamp: string;
}
