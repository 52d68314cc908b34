/**
 * Whether books are fetched at the shop and not sent.
 * @param hours the shop's, as an order, its row or a quoted method has them (`pickUp`, `pick_up`); null or undefined: a parcel is sent
 */
export const isFetched = (hours: string | null | undefined): hours is string =>
  hours !== null && hours !== undefined;
