/** What the packing slip of a gift says; each empty if not given. */
export interface Gift {
  /** The sender's name. */
  from: string;
  /** In lines. */
  message: string;
}

/** The longest texts, as the columns of `orders` have them. */
export const GIFT_MAX = { from: 100, message: 300 };

/** The fields of a form. */
export const GIFT_FIELDS = { on: "gift", from: "giftFrom", message: "giftMessage" } as const;

interface GiftColumns {
  is_gift: 0 | 1;
  gift_from: string;
  gift_message: string;
}

/** The columns of `orders`. @param gift null: it is none */
export const giftColumns = (gift: Gift | null): GiftColumns => ({
  is_gift: gift ? 1 : 0,
  gift_from: gift?.from ?? "",
  gift_message: gift?.message ?? "",
});

/** The last line of a slip: whoever is given a book has ordered nothing. */
export const slipThanks = (gift: Gift | null): string =>
  gift ? "Happy reading!" : "Thank you for your order, and happy reading!";

/** @returns null when the order is no gift */
export const giftOf = (order: GiftColumns): Gift | null =>
  order.is_gift ? { from: order.gift_from, message: order.gift_message } : null;
