/** The message when an order would have too many copies of one book. @param most the shop's limit */
export const limitMessage = (most: number) =>
  `You can order at most ${most === 1 ? "1 copy" : `${most} copies`} of one book. We keep the rest for other readers; for ${largeOrder(most)} copies or more, ask us.`;

/** From how many copies on the shop is asked instead (ui/store/book/large-order.tsx). @param most the shop's limit */
export const largeOrder = (most: number) => 2 * most;
