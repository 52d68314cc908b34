/** Settings that staff can change without a restart. Money in paise. */
export interface Settings {
  shopName: string;
  /** File name below /coverpages/ (`logoSize` reads its size); null: the default logo. */
  logo: string | null;
  /** Whether the logo contains the shop's name, which is then not written beside it. */
  logoAlone: boolean;
  /** The look (app/domain/shop/look): #rrggbb, null for the default; a display face; the icon's file, null for the default. */
  accent: string | null;
  displayFace: string;
  icon: string | null;
  /** Empty in a live shop until staff set it, like the phone and the postal address. */
  supportEmail: string;
  supportPhone: string;
  /** One or several lines. */
  postalAddress: string;
  /** Shipping is free when the subtotal exceeds this (docs/specification.md §9: ₹1 at first). */
  shippingThreshold: number;
  shippingFee: number;
  /** Included in the prices, in hundredths of a per cent. Printed books bear no GST in India. */
  taxRate: number;
  /** HSN 4901: printed books. */
  hsn: string;
  /** Of the year before: codes of HSN then need six digits in returns, else four. */
  aboveFiveCrore: "no" | "yes";
  gstin: string;
  /** Prefix of invoice numbers. Empty: made from the shop's name (`invoicePrefix`). */
  invoicePrefix: string;
  reservationMinutes: number;
  lowStockMark: number;
  /** Most copies of one book in one order: keeps a single customer from taking the whole stock. */
  mostCopies: number;
  /** Unpaid orders of one customer that may each hold copies for `reservationMinutes` (place-order.server.ts). */
  mostUnpaidOrders: number;
  /** The seller on bills and in the terms. Empty: the shop's name. */
  legalName: string;
  /** The officer for complaints (E-Commerce Rules 2020). If email and phone are empty, the shop's are used. */
  grievanceOfficer: string;
  grievanceEmail: string;
  grievancePhone: string;
  /** Days after delivery in which a return can be requested; 0: no returns. */
  returnDays: number;
  /** Days from payment to the estimated delivery; of a pre-order, from the day its last book comes out. */
  deliveryDays: number;
  /** How long an order that is paid at the door waits to be confirmed. */
  codConfirmHours: number;
  /** Most orders paid at the door that one customer, and one phone, may have open. */
  codOpenPerCustomer: number;
  codOpenPerPhone: number;
  /** Whether books that are not out yet can be paid at the door. */
  codForPreorders: "no" | "yes";
  /** Whether orders can be paid by transfer to the shop, and where to: an account, a UPI id, or both (transfer.ts). */
  transferOn: "no" | "yes";
  transferName: string;
  transferAccount: string;
  transferIfsc: string;
  transferUpi: string;
  /** Days in which such an order is paid. */
  transferDays: number;
}

/** The settings that the page 'Look' changes, not the settings page. */
export type LookSetting = "logo" | "logoAlone" | "accent" | "displayFace" | "icon";

/** A postal address in one line: its lines joined by commas. */
export const addressInOneLine = (address: string): string =>
  address
    .split("\n")
    .map((line) => line.trim().replace(/,$/, ""))
    .filter(Boolean)
    .join(", ");

/** A logo's size in pixels, from its file name (platform/image-worker.mjs). */
export function logoSize(logo: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(logo) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}
