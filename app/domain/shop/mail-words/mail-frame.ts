import { type MailColours, type MailContent, renderMail } from "~/platform/mail/mail-layout";
import { logoJpeg } from "~/domain/kit/images/images";
import { logoSize } from "../settings/settings";
import type { MailKind, Placeholder } from "./mail-kinds";
import { filled, type MailWords } from "./mail-words";

/** What all mails of the shop have in common (`readMailFrame`). */
export interface MailFrame {
  shopName: string;
  /** How to reach the shop, at the end of a mail. */
  contact?: string[];
  /** The shop's own accent. */
  colours?: MailColours;
  /** File name below /coverpages/. */
  logo?: string;
  /** The shop's own lines. */
  words?: MailWords;
  /** Shown above the mail: that it is a test. */
  note?: string;
}

/** The content of a mail without what the frame gives. */
export type OwnContent = Omit<MailContent, "shopName" | "contact" | "colours" | "logo" | "note" | "home"> & {
  /** The shop's origin. */
  home: string;
};

const LOGO_HEIGHT = 36;
const LOGO_WIDEST = 140;

/**
 * A mail of a kind as text and HTML, in the shop's colours and with its own lines.
 * @param values the values of the kind's placeholders
 * @throws {TypeError} when one of its links is not an http(s) URL
 */
export function writeMail(
  frame: MailFrame,
  kind: MailKind,
  content: OwnContent,
  values: Partial<Record<Placeholder, string>> = {},
): { text: string; html: string } {
  const own = frame.words?.[kind];
  const fill = (line = "") => filled(line, { ...values, shop: frame.shopName });
  return renderMail({
    ...headOf(frame, content.home),
    ...content,
    opening: fill(own?.opening),
    closing: fill(own?.closing),
  });
}

/**
 * A mail to staff as text and HTML, in the shop's colours. The shop's own lines are for customers.
 * @throws {TypeError} when one of its links is not an http(s) URL
 */
export const writeStaffMail = (frame: MailFrame, content: OwnContent): { text: string; html: string } =>
  renderMail({ ...headOf(frame, content.home), ...content });

/** @param home the shop's origin */
const headOf = ({ shopName, contact, colours, logo, note }: MailFrame, home: string) => ({
  shopName,
  ...(contact && { contact }),
  ...(colours && { colours }),
  ...(logo && { logo: logoOf(home, logo) }),
  ...(note && { note }),
});

function logoOf(origin: string, logo: string) {
  const { width, height } = logoSize(logo);
  const scale = Math.min(LOGO_HEIGHT / height, LOGO_WIDEST / width);
  return {
    url: `${origin}/coverpages/${logoJpeg(logo)}`,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}
