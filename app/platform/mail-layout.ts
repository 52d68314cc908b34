/** What a message says; the layout gives it its shape. Everything is plain text and is escaped here. */
export interface MailContent {
  shopName: string;
  heading: string;
  paragraphs: string[];
  /** The one thing to do. The address must be an absolute http(s) URL. */
  action?: { label: string; url: string };
  /** Label and value, e.g. of an order. */
  rows?: [string, string][];
  /** Small print, e.g. why the reader gets this message. */
  footer?: string;
  /** Links within the small print, e.g. to unsubscribe. */
  links?: { label: string; url: string }[];
  /** How to reach the shop: address, e-mail, telephone. */
  contact?: string[];
}

/**
 * A message as plain text and as HTML: one column of at most 600 px, styles inline for mail programs that drop
 * style sheets, and a dark theme for those that know one.
 * @throws {TypeError} when one of its links is not an http(s) URL
 */
export function renderMail(content: MailContent): { text: string; html: string } {
  const { action, links = [] } = content;
  if ([...(action ? [action] : []), ...links].some(({ url }) => !/^https?:$/.test(new URL(url).protocol))) {
    throw new TypeError("A mail's link must be an http or https address");
  }
  return { text: renderText(content), html: renderHtml(content) };
}

function renderText(content: MailContent): string {
  const { shopName, heading, paragraphs, action, rows, footer, links = [], contact = [] } = content;
  const table = rows?.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join("\n");
  const blocks = [
    wrap(heading),
    ...paragraphs.map(wrap),
    table,
    action && `${oneLine(action.label)}:\n${action.url}`,
    [
      "-- ",
      oneLine(shopName),
      ...[footer ?? "", ...contact].filter(Boolean).map(wrap),
      ...links.map(({ label, url }) => `${oneLine(label)}: ${url}`),
    ].join("\n"),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

const COLUMNS = 72;

/** Short lines: plain English then travels unencoded, and a link can be read (and found) in the raw message. */
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

const FONT = "font-family:Georgia,'Noto Serif',serif";
const SANS = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";

const DARK = `@media (prefers-color-scheme:dark){
.paper{background:#17140f!important}.card{background:#201c16!important;border-color:#3d362b!important}
.ink{color:#efe8db!important}.muted{color:#b3a896!important}.line{border-color:#3d362b!important}
.button{background:#f0906f!important;color:#2a0f07!important}.link{color:#f0906f!important}}`;

function renderHtml(content: MailContent): string {
  const { shopName, heading, paragraphs, action, rows, footer, links = [], contact = [] } = content;
  const body = [
    `<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.25;color:#221d16">${escapeHtml(heading)}</h1>`,
    ...paragraphs.map(
      (text) => `<p class="ink" style="margin:0 0 16px;color:#221d16">${escapeHtml(text)}</p>`,
    ),
    rows?.length ? renderRows(rows) : "",
    action ? renderAction(action) : "",
  ];
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>:root{color-scheme:light dark}${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf6ee">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:#faf6ee">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;${SANS};font-size:16px;line-height:1.55">
<tr><td class="ink" style="padding:0 8px 12px;${FONT};font-size:20px;font-weight:bold;color:#221d16">${escapeHtml(shopName)}</td></tr>
<tr><td class="card" style="padding:28px 24px;background:#fffdf8;border:1px solid #ddd2bf;border-radius:10px;overflow-wrap:break-word">
${body.filter(Boolean).join("\n")}
</td></tr>
${[footer, contact.join(" · ")].map((text) => (text ? renderSmallPrint(escapeHtml(text)) : "")).join("\n")}
${links.map((link) => renderSmallPrint(renderLink(link))).join("\n")}
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const renderSmallPrint = (html: string) =>
  `<tr><td class="muted" style="padding:16px 8px 0;font-size:13px;color:#655c4f">${html}</td></tr>`;

const renderLink = ({ label, url }: { label: string; url: string }) =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#9c2f1c">${escapeHtml(label)}</a>`;

function renderRows(rows: [string, string][]): string {
  const cell = "padding:8px 0;border-top:1px solid #ddd2bf;vertical-align:top";
  const lines = rows.map(
    ([label, value]) =>
      `<tr><th scope="row" class="muted line" style="${cell};padding-right:16px;text-align:left;overflow-wrap:anywhere;font-weight:normal;color:#655c4f">${escapeHtml(label)}</th>` +
      `<td class="ink line" style="${cell};text-align:right;color:#221d16">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">\n${lines.join("\n")}\n</table>`;
}

function renderAction({ label, url }: { label: string; url: string }): string {
  const href = escapeHtml(url);
  return (
    `<p style="margin:8px 0 20px"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;` +
    `background:#9c2f1c;color:#fffaf2;border-radius:6px;font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>\n` +
    `<p class="muted" style="margin:0;font-size:13px;color:#655c4f">If the button does not work, open this address:<br>` +
    `<a class="link" href="${href}" style="color:#9c2f1c;word-break:break-all">${href}</a></p>`
  );
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Without line breaks and control characters: a name cannot add a line to a mail, nor a header to its head. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}
