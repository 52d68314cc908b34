/**
 * What the frame and the forms of a page show of the customer alone. All else on a cached page is the same for many, so these
 * texts come in one block, and each answer fills them in (http/listeners/page-cache/customer-pages.server.ts).
 */
export interface Own {
  firstName: string;
  cartCount: number;
  wishlistCount: number;
  /** Says in forms for whom they are shown (http/request/forms/typed-by.server.ts); "" for guests. */
  mark: string;
}

/** The same as a page shows it, by the names of its places. */
export function ownTexts({ firstName, cartCount, wishlistCount, mark }: Own) {
  return {
    greeting: `Hi, ${firstName}`,
    cart: cartCount === 1 ? "Cart, 1 item" : `Cart, ${cartCount} items`,
    copies: String(cartCount),
    wished: String(wishlistCount),
    wishedBooks: wishlistCount === 1 ? " book" : " books",
    mark,
  };
}

export type OwnTexts = ReturnType<typeof ownTexts>;

/** As HTML, in an element as in an attribute. */
export const inHtml = (text: string) =>
  text.replace(/["&'<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The id of the block, in which a cached page has `Own` for its scripts, as JSON. */
export const OWN_BLOCK = "own";
