/** Whom the document of an order is for, where the buyer says so; each empty if not given. */
export interface Buyer {
  gstin: string;
  name: string;
  /** Lines. */
  address: string;
  /** The buyer's own number of the order. */
  reference: string;
}

export const NO_BUYER: Buyer = { gstin: "", name: "", address: "", reference: "" };

/** The longest texts, as the columns of `orders` have them. */
export const BUYER_MAX = { gstin: 15, name: 100, address: 300, reference: 60 };

/** Room for the blanks and dashes with which people write a GSTIN. */
export const GSTIN_TYPED_MAX = 40;

/** The parts of a buyer, in the order of the form. */
export const BUYER_PARTS = ["gstin", "name", "address", "reference"] as const satisfies (keyof Buyer)[];

/** A part's name in forms, where other names stand beside it. */
export const BUYER_FIELDS = {
  gstin: "buyerGstin",
  name: "buyerName",
  address: "buyerAddress",
  reference: "buyerReference",
} as const satisfies Record<keyof Buyer, string>;

interface BuyerColumns {
  buyer_gstin: string;
  buyer_name: string;
  buyer_address: string;
  buyer_reference: string;
}

/** The columns of `orders`. */
export const buyerColumns = ({ gstin, name, address, reference }: Buyer): BuyerColumns => ({
  buyer_gstin: gstin,
  buyer_name: name,
  buyer_address: address,
  buyer_reference: reference,
});

/** @returns null when nothing was given */
export function buyerOf(order: BuyerColumns): Buyer | null {
  const buyer = {
    gstin: order.buyer_gstin,
    name: order.buyer_name,
    address: order.buyer_address,
    reference: order.buyer_reference,
  };
  return BUYER_PARTS.some((part) => buyer[part] !== "") ? buyer : null;
}
