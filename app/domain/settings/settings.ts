/** What staff can change without a restart. Money in paise. */
export interface Settings {
  shopName: string;
  /** File name below /coverpages/ (`logoSize` tells its size); null: the shop's own mark. */
  logo: string | null;
  /** Empty in a live shop until staff have given it; the same goes for the telephone and the postal address. */
  supportEmail: string;
  supportPhone: string;
  /** One or several lines. */
  postalAddress: string;
  /** Shipping is free when the subtotal exceeds this (docs/specification.md §9.3: ₹1 at first). */
  shippingThreshold: number;
  shippingFee: number;
  /** Included in the prices, in hundredths of a per cent. Printed books bear no GST in India. */
  taxRate: number;
  /** HSN 4901: printed books. */
  hsn: string;
  gstin: string;
  /** What invoice numbers begin with. Empty: made from the shop's name (`invoicePrefix`). */
  invoicePrefix: string;
  reservationMinutes: number;
  lowStockMark: number;
  /** Of one book, in one order: keeps a single customer from taking the whole stock. */
  mostCopies: number;
  /** Unpaid orders of one customer that may each hold copies for `reservationMinutes` (place-order.server.ts). */
  mostUnpaidOrders: number;
  /** Who sells: on bills, in the terms. Empty: the shop's name. */
  legalName: string;
  /** E-Commerce Rules 2020: whom a customer can complain to. Empty e-mail and telephone: the shop's own. */
  grievanceOfficer: string;
  grievanceEmail: string;
  grievancePhone: string;
  /** Days after delivery in which a return can be asked for; 0: none are taken. */
  returnDays: number;
}

/** A postal address within a sentence: its lines joined by commas. */
export const addressInOneLine = (address: string): string =>
  address
    .split("\n")
    .map((line) => line.trim().replace(/,$/, ""))
    .filter(Boolean)
    .join(", ");

/** What every mail says of the shop: its name above, how to reach it below. For `renderMail`. */
export function mailFrame(
  settings: Pick<Settings, "shopName" | "postalAddress" | "supportEmail" | "supportPhone">,
): { shopName: string; contact: string[] } {
  return {
    shopName: settings.shopName,
    contact: [addressInOneLine(settings.postalAddress), settings.supportEmail, settings.supportPhone].filter(
      Boolean,
    ),
  };
}

/** The pixels of a logo, from its file's name (platform/image-worker.mjs). */
export function logoSize(logo: string): { width: number; height: number } {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(logo) ?? [];
  return { width: Number(width ?? 1), height: Number(height ?? 1) };
}
