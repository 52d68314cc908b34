import type { AuditValue } from "~/domain/kit/audit/audit";
import { formatDate } from "~/domain/kit/dates";
import {
  type Announcement,
  FOOTER_MENU,
  FOOTER_WORDS,
  type FramePart,
  type FrameParts,
  MAIN_MENU,
  type MenuLink,
  type ShownFrame,
} from "./frame-parts";

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
