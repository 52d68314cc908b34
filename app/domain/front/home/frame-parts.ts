/**
 * The parts of the frame around the store's pages that staff change: announcement, menus, words of the footer. Every
 * visitor loads this file; `shown-frame.ts` has what only the server and the back office need.
 */

export interface MenuLink {
  label: string;
  /** A path of this shop, or an https address. */
  to: string;
}

export interface Announcement {
  text: string;
  /** Both empty: without a link. */
  linkLabel: string;
  to: string;
  /** The first and the last day in India on which it is shown, e.g. "2026-12-01"; empty: no such limit. */
  startsOn: string;
  endsOn: string;
}

export interface FooterWords {
  /** Below the shop's name. May be empty. */
  sentence: string;
  /** The last line of the page. May be empty. */
  lastLine: string;
}

/** Each part; null: as the shop came. */
export interface FrameParts {
  announcement: Announcement | null;
  "main-menu": MenuLink[] | null;
  "footer-menu": MenuLink[] | null;
  "footer-words": FooterWords | null;
}
export type FramePart = keyof FrameParts;

export const MAIN_MENU: MenuLink[] = [
  { to: "/books", label: "Books" },
  { to: "/categories", label: "Categories" },
  { to: "/bestsellers", label: "Bestsellers" },
];

export const FOOTER_MENU: MenuLink[] = [
  { to: "/books", label: "Books" },
  { to: "/categories", label: "Categories" },
  { to: "/bestsellers", label: "Bestsellers" },
  { to: "/orders", label: "My Orders" },
  { to: "/terms", label: "Terms" },
  { to: "/privacy", label: "Privacy" },
];

export const FOOTER_WORDS: FooterWords = {
  sentence: "Books from Indian presses, sent to your door.",
  lastLine: "Titles are set in Eczar, which was drawn for Devanagari and Latin together.",
};

/** What a page needs for its frame. Parts that are as the shop came are left out: their content is in the code above. */
export interface ShownFrame {
  announcement?: Pick<Announcement, "text" | "linkLabel" | "to">;
  mainMenu?: MenuLink[];
  footerMenu?: MenuLink[];
  footerWords?: FooterWords;
}
