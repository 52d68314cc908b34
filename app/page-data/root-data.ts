import type { ShownFrame } from "~/domain/front/home/frame-parts";
import type { PageLook } from "~/domain/shop/look/look";
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
    /** The logo contains the name, which is not written beside it. */
    logoAlone?: boolean;
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
    /** Says in forms for whom they are shown (http/request/forms/typed-by.server.ts). */
    mark: string;
  } | null;
  cartCount: number;
  wishlistCount: number;
  /** The page is cached for many customers: their name, counts and mark are in a block of their own (ui/frame/own.tsx). */
  isShared?: true;
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
  /** When public forms were shown, signed (http/request/limits/spam-guard.server.ts). */
  formStamp: string;
}
