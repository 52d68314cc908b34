/** The parts of the frame around the store's pages that staff change: announcement, menus, words of the footer. */

import type { AuditValue } from "../audit/audit";
import { formatDate } from "../dates";

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

export type AnnouncementState = "none" | "upcoming" | "shown" | "over";

/** @param today the date in India, e.g. "2026-12-01" */
export function announcementState(announcement: Announcement | null, today: string): AnnouncementState {
  if (!announcement?.text) return "none";
  if (announcement.startsOn && today < announcement.startsOn) return "upcoming";
  return announcement.endsOn && today > announcement.endsOn ? "over" : "shown";
}

/** @param today the date in India, e.g. "2026-12-01" */
export function shownFrame(parts: FrameParts, today: string): ShownFrame {
  const { announcement } = parts;
  const isShown = announcementState(announcement, today) === "shown";
  return {
    ...(announcement &&
      isShown && {
        announcement: {
          text: announcement.text,
          linkLabel: announcement.linkLabel,
          to: announcement.to,
        },
      }),
    ...(parts["main-menu"] && { mainMenu: parts["main-menu"] }),
    ...(parts["footer-menu"] && { footerMenu: parts["footer-menu"] }),
    ...(parts["footer-words"] && { footerWords: parts["footer-words"] }),
  };
}

export const NO_ANNOUNCEMENT: Announcement = { text: "", linkLabel: "", to: "", startsOn: "", endsOn: "" };

const menuForPeople = (menu: MenuLink[]) => menu.map(({ label, to }) => `${label} → ${to}`);

/** Each part as staff read it in histories: what is in it, by name. */
export const PARTS_FOR_PEOPLE: {
  [Part in FramePart]: (part: FrameParts[Part]) => Record<string, AuditValue>;
} = {
  announcement: (part) => {
    const { text, linkLabel, to, startsOn, endsOn } = part ?? NO_ANNOUNCEMENT;
    return {
      Announcement: text,
      "Words of the link": linkLabel,
      "Where the link leads": to,
      "First day": startsOn && formatDate(startsOn),
      "Last day": endsOn && formatDate(endsOn),
    };
  },
  "main-menu": (menu) => ({ "Navigation bar": menuForPeople(menu ?? MAIN_MENU) }),
  "footer-menu": (menu) => ({ "Links of the footer": menuForPeople(menu ?? FOOTER_MENU) }),
  "footer-words": (words) => ({
    "Below the shop's name": (words ?? FOOTER_WORDS).sentence,
    "Last line": (words ?? FOOTER_WORDS).lastLine,
  }),
};

export const FRAME_CHANGED =
  "This was changed while you were editing it. Nothing of yours has been saved yet.";
