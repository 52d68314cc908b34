import type { MailColours, MailContent, MailLine } from "./mail-layout";
import { oneLine, paragraphsOf } from "../one-line";
import { escapeMarkup } from "../xml";

/*
 * The shop's design (docs/design-language.md) in HTML for mail programs: tables for the layout, inline styles for
 * programs that drop style sheets, one column of 600 px, a dark theme for programs that support it. No font is
 * fetched, and no picture but the shop's logo, beside which is its name: nothing is missing where they are blocked.
 */

/** Colours of the light and the dark theme, as in styles/app.css. */
export const MAIL_COLOURS = {
  paper: ["#faf6ee", "#17140f"],
  ink: ["#221d16", "#efe8db"],
  muted: ["#635a4c", "#b3a896"],
  line: ["#ddd2bf", "#3d362b"],
  "line-strong": ["#8c8170", "#857a69"],
  accent: ["#9c2f1c", "#f0906f"],
  "on-accent": ["#fffaf2", "#2a0f07"],
} as const;

const [light, dark] = ([0, 1] as const).map(
  (theme) => (name: keyof typeof MAIL_COLOURS) => MAIL_COLOURS[name][theme],
) as [Theme, Theme];
type Theme = (name: keyof typeof MAIL_COLOURS) => string;

const SERIF = "font-family:Eczar,Georgia,'Noto Serif','Noto Serif Devanagari',serif";
const SANS =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif";
const PAPER = light("paper");
const INK = `color:${light("ink")}`;
const MUTED = `color:${light("muted")}`;
const LINE = light("line");
const DEFAULT_ACCENT: MailColours = {
  light: { accent: light("accent"), onAccent: light("on-accent") },
  dark: { accent: dark("accent"), onAccent: dark("on-accent") },
};
/** A double rule, under the shop's name and above a total. */
const RULE = `4px double ${light("line-strong")}`;

const darkRules = ({ dark: own }: MailColours) => `@media (prefers-color-scheme:dark){
.paper{background:${dark("paper")}!important}.ink{color:${dark("ink")}!important}.muted{color:${dark("muted")}!important}
.line{border-color:${dark("line")}!important}.rule{border-color:${dark("line-strong")}!important}
.button,.mark{background:${own.accent}!important;color:${own.onAccent}!important}.link{color:${own.accent}!important}}`;
/** For programs that read style sheets; others keep the wide margins. */
const NARROW = `@media (max-width:480px){
.sheet{padding:20px 16px 32px!important}.title{font-size:26px!important}.action{width:100%!important}
a.button{display:block!important;text-align:center!important}}`;

const TABLE = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

export function renderHtml(content: MailContent): string {
  const { heading, paragraphs, preheader, code, lines, totals, rows, address, action } = content;
  const colours = content.colours ?? DEFAULT_ACCENT;
  const paragraph = (text: string) =>
    `<p class="ink" dir="auto" style="margin:0 0 16px;${INK}">${escapeHtml(text)}</p>`;
  const closing = paragraphsOf(content.closing).map(paragraph);
  const body = [
    content.note ? renderNote(content.note) : "",
    `<h1 class="ink title" dir="auto" style="margin:0 0 18px;${SERIF};font-size:30px;line-height:1.2;font-weight:500;${INK}">${escapeHtml(heading)}</h1>`,
    ...[...paragraphsOf(content.opening), ...paragraphs].map(paragraph),
    code ? renderCode(code) : "",
    lines?.length ? renderLines(lines) : "",
    totals?.length ? renderTotals(totals) : "",
    rows?.length ? renderRows(rows, colours.light) : "",
    address ? renderAddress(address) : "",
    action ? renderAction(action, colours.light) : "",
    action && closing.length > 0 ? '<div style="height:28px;line-height:28px">&nbsp;</div>' : "",
    ...closing,
  ];
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>:root{color-scheme:light dark}${darkRules(colours)}
${NARROW}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${PAPER}">
${preheader ? renderPreheader(preheader) : ""}
<table ${TABLE} class="paper" bgcolor="${PAPER}" style="background:${PAPER}">
<tr><td class="sheet" align="center" style="padding:32px 24px 48px">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width:600px;${SANS};font-size:16px;line-height:1.6;text-align:left">
<tr><td class="rule" style="padding:0 0 14px;border-bottom:${RULE}">${renderHead(content, colours.light)}</td></tr>
<tr><td class="ink" style="padding:32px 0 36px;overflow-wrap:anywhere;word-break:break-word;${INK}">
${body.filter(Boolean).join("\n")}
</td></tr>
<tr><td class="muted line" style="padding:16px 0 0;border-top:1px solid ${LINE};font-size:13px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;${MUTED}">${renderFoot(content, colours.light)}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
</body>
</html>
`;
}

/** The first text of the message, hidden in it; the spaces keep the following text out of the list of mails. */
const renderPreheader = (text: string) =>
  `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${"&#847;&zwnj;&nbsp;".repeat(60)}</div>`;

type Accent = MailColours["light"];

/** That this is a test, above the heading. */
const renderNote = (note: string) =>
  `<p class="muted line" dir="auto" style="margin:0 0 24px;padding:8px 12px;border:1px solid ${LINE};font-size:13px;${MUTED}">${escapeHtml(note)}</p>`;

/** The logo, or the initials on the accent colour, and the name. */
function renderHead({ shopName, home, logo }: MailContent, accent: Accent): string {
  const name = escapeHtml(shopName);
  const linked = home
    ? `<a class="ink" href="${escapeHtml(home)}" style="${INK};text-decoration:none">${name}</a>`
    : name;
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>` +
    (logo ? renderLogo(logo) : renderInitials(shopName, accent)) +
    `<td class="ink" dir="auto" style="padding-left:12px;${SERIF};font-size:24px;line-height:1.2;font-weight:500;overflow-wrap:anywhere;${INK}">${linked}</td>` +
    `</tr></table>`
  );
}

const renderLogo = ({ url, width, height }: NonNullable<MailContent["logo"]>) =>
  `<td width="${width}" style="width:${width}px;font-size:0;line-height:0"><img src="${escapeHtml(url)}" alt="" width="${width}" height="${height}" style="display:block;border:0;border-radius:2px;background:#ffffff"></td>`;

function renderInitials(shopName: string, { accent, onAccent }: Accent): string {
  const initials = oneLine(shopName)
    .split(/\s+/)
    .map((word) => Array.from(word)[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return `<td class="mark" aria-hidden="true" width="36" height="36" align="center" bgcolor="${accent}" style="width:36px;height:36px;background:${accent};color:${onAccent};border-radius:2px;${SERIF};font-size:18px;line-height:36px;font-weight:500">${escapeHtml(initials)}</td>`;
}

/** `mail.server.ts` knows it by its class. */
const renderCode = (code: string) =>
  `<p class="ink code" dir="ltr" style="margin:8px 0 24px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:34px;line-height:1.2;letter-spacing:6px;${INK}">${escapeHtml(code)}</p>`;

const CELL = `padding:10px 0;border-top:1px solid ${LINE};vertical-align:top`;
const FIGURE = "text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums";

function renderLines(lines: MailLine[]): string {
  const head = `padding:0 0 6px;font-size:13px;font-weight:normal;white-space:nowrap;${MUTED}`;
  const body = lines.map(
    ({ title, quantity, amount }) =>
      `<tr><th scope="row" class="ink line" dir="auto" style="${CELL};text-align:left;font-weight:normal;${INK}">${escapeHtml(title)}</th>` +
      `<td class="ink line" style="${CELL};padding-left:12px;${FIGURE};${INK}">${quantity}</td>` +
      `<td class="ink line" style="${CELL};padding-left:16px;${FIGURE};${INK}">${escapeHtml(amount)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0">
<thead><tr><th scope="col" class="muted" style="${head};text-align:left">Book</th><th scope="col" class="muted" style="${head};padding-left:12px;text-align:right">Qty</th><th scope="col" class="muted" style="${head};padding-left:16px;text-align:right">Amount</th></tr></thead>
<tbody>
${body.join("\n")}
</tbody>
</table>`;
}

function renderTotals(totals: [string, string][]): string {
  const rows = totals.map(([label, value], index) => {
    const isSum = index === totals.length - 1;
    const cell = isSum
      ? `padding:12px 0 0;border-top:${RULE};${SERIF};font-size:22px;line-height:1.25;font-weight:500;${INK}`
      : `padding:4px 0;${MUTED}`;
    const look = isSum ? "ink rule" : "muted";
    const gap =
      isSum && index > 0
        ? '<tr><td colspan="2" style="padding:4px 0 0;line-height:1px">&nbsp;</td></tr>'
        : "";
    return (
      `${gap}<tr><th scope="row" class="${look}" style="${cell};padding-right:16px;text-align:left${isSum ? "" : ";font-weight:normal"}">${escapeHtml(label)}</th>` +
      `<td class="${look}" style="${cell};${FIGURE}">${escapeHtml(value)}</td></tr>`
    );
  });
  return `<table class="line" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 32px;padding:8px 0 0;border-top:1px solid ${LINE}">\n${rows.join("\n")}\n</table>`;
}

function renderRows(rows: NonNullable<MailContent["rows"]>, { accent }: Accent): string {
  const linked = (value: string, url: string | undefined) =>
    url
      ? `<a class="link" href="${escapeHtml(url)}" rel="noreferrer" style="color:${accent}">${escapeHtml(value)}</a>`
      : escapeHtml(value);
  const lines = rows.map(
    ([label, value, url]) =>
      `<tr><th scope="row" class="muted line" style="${CELL};padding-right:16px;text-align:left;font-weight:normal;${MUTED}">${escapeHtml(label)}</th>` +
      // A short value, such as '7 copies left', is not broken, however long its label.
      `<td class="ink line" dir="auto" style="${CELL};text-align:right;${value.length <= 20 ? "white-space:nowrap;" : ""}${INK}">${linked(value, url)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 28px">\n${lines.join("\n")}\n</table>`;
}

function renderAddress({ label, lines }: { label: string; lines: string[] }): string {
  const shown = lines.map((line) => `<span dir="auto">${escapeHtml(line)}</span>`);
  return (
    `<p class="muted" style="margin:0 0 4px;font-size:13px;${MUTED}">${escapeHtml(label)}</p>\n` +
    `<p class="ink" style="margin:0 0 28px;${INK}">${shown.join("<br>")}</p>`
  );
}

function renderAction({ label, url }: { label: string; url: string }, { accent, onAccent }: Accent): string {
  const href = escapeHtml(url);
  return (
    `<table class="action" role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 20px"><tr>` +
    `<td class="button" bgcolor="${accent}" style="background:${accent};border-radius:4px"><a class="button" href="${href}" style="display:inline-block;padding:12px 26px;` +
    `background:${accent};color:${onAccent};border-radius:4px;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>\n` +
    `<p class="muted" style="margin:0;font-size:13px;${MUTED}">If the button does not work, open this address:<br>` +
    `<a class="link" href="${href}" style="color:${accent};word-break:break-all">${href}</a></p>`
  );
}

function renderFoot({ footer, links = [], contact = [] }: MailContent, { accent }: Accent): string {
  const anchors = links.map(
    ({ label, url }) =>
      `<a class="link" href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(label)}</a>`,
  );
  const why = [footer ? escapeHtml(footer) : "", anchors.join(" · ")].filter(Boolean).join(" ");
  const where = contact.filter(Boolean).map(escapeHtml).join("<br>");
  return [why, where]
    .filter(Boolean)
    .map((text) => `<p style="margin:0 0 8px">${text}</p>`)
    .join("\n");
}

function escapeHtml(text: string): string {
  return escapeMarkup(oneLine(text));
}
