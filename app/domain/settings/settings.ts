/** What staff can change without a restart. Money in paise. */
export interface Settings {
  shopName: string;
  supportEmail: string;
  supportPhone: string;
  postalAddress: string;
  /** Shipping is free when the subtotal exceeds this (specification section 9: 1 rupee). */
  shippingThreshold: number;
  shippingFee: number;
  /** Included in the prices, in hundredths of a per cent. Printed books bear no GST in India. */
  taxRate: number;
  /** HSN 4901: printed books. */
  hsn: string;
  gstin: string;
  reservationMinutes: number;
  lowStockMark: number;
}
