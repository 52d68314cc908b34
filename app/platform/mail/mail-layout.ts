import { renderHtml } from "./mail-html";
import { oneLine, paragraphsOf } from "../one-line";

/** The content of a message. Everything is plain text; the layout escapes it. */
export interface MailContent {
  shopName: string;
  /** The shop's URL, linked from its name above the message. */
  home?: string;
  /** The text that mail programs show beside the subject before the message is opened. */
  preheader?: string;
  /** The accent in the light and the dark theme, with the text on it; the default design's if left out. */
  colours?: MailColours;
  /** In place of the initials. Its address must be absolute; the size is in CSS pixels. */
  logo?: { url: string; width: number; height: number };
  /** Above everything else, e.g. that this is a test. */
  note?: string;
  heading: string;
  /** The shop's own words before and after the text; each line is a paragraph. */
  opening?: string;
  closing?: string;
  paragraphs: string[];
  /** Digits to be typed, shown large. Not kept once the message is sent. */
  code?: string;
  /** The books of an order. */
  lines?: MailLine[];
  /** Labels and amounts below the lines; the last is the total. */
  totals?: [string, string][];
  /** Further labels and values, e.g. the carrier; a value may lead to an address, absolute, http or https. */
  rows?: [label: string, value: string, url?: string][];
  /** A postal address, line by line. */
  address?: { label: string; lines: string[] };
  /** The button. Its URL must be absolute, http or https. */
  action?: { label: string; url: string };
  /** Small print, e.g. why the reader gets this message. */
  footer?: string;
  /** Links within the small print, e.g. to unsubscribe. */
  links?: { label: string; url: string }[];
  /** The shop's contact data: address, email, phone. */
  contact?: string[];
}

export interface MailColours {
  light: { accent: string; onAccent: string };
  dark: { accent: string; onAccent: string };
}

export interface MailLine {
  title: string;
  quantity: number;
  /** The formatted amount for all copies. */
  amount: string;
}

/**
 * A message as plain text and as HTML.
 * @throws {TypeError} when one of its links is not an http(s) URL
 */
export function renderMail(content: MailContent): { text: string; html: string } {
  const { action, home, logo, links = [], rows = [] } = content;
  const rowLinks = rows.map(([, , url]) => url);
  for (const url of [action?.url, home, logo?.url, ...links.map((link) => link.url), ...rowLinks]) {
    if (url !== undefined && !/^https?:$/.test(new URL(url).protocol)) {
      throw new TypeError("A mail's link must be an http or https address");
    }
  }
  return { text: renderText(content), html: renderHtml(content) };
}

function renderText(content: MailContent): string {
  const {
    note,
    heading,
    opening,
    paragraphs,
    code,
    lines = [],
    totals = [],
    rows = [],
    address,
    action,
    closing,
  } = content;
  const table = (entries: NonNullable<MailContent["rows"]>) =>
    entries
      .map(([label, value, url]) => `${oneLine(label)}: ${oneLine(value)}${url ? `\n${url}` : ""}`)
      .join("\n");
  const blocks = [
    note && wrap(note),
    wrap(heading),
    ...paragraphsOf(opening).map(wrap),
    ...paragraphs.map(wrap),
    code && `Code: ${code}`,
    lines
      .map((line) => `${wrap(line.title)}\n  Quantity ${line.quantity}, ${oneLine(line.amount)}`)
      .join("\n"),
    table(totals),
    table(rows),
    address && [`${oneLine(address.label)}:`, ...address.lines.map(oneLine)].join("\n"),
    action && `${oneLine(action.label)}:\n${action.url}`,
    ...paragraphsOf(closing).map(wrap),
    renderTextFoot(content),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

function renderTextFoot({ shopName, footer, links = [], contact = [] }: MailContent): string {
  return [
    "-- ",
    oneLine(shopName),
    ...[footer ?? "", ...contact].filter(Boolean).map(wrap),
    ...links.map(({ label, url }) => `${oneLine(label)}: ${url}`),
  ].join("\n");
}

const COLUMNS = 72;

/** Wraps at short lines, so that plain English is sent unencoded and links are readable in the raw message. */
function wrap(text: string): string {
  const lines: string[] = [];
  for (const word of oneLine(text).split(/ +/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= COLUMNS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join("\n");
}
