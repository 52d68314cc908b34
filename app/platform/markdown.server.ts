import MarkdownIt, { type Token } from "markdown-it";
import { pictureSource } from "./pictures/picture-files";

/**
 * Markdown as staff write it. HTML in a text is shown as text; links lead to http(s), mail, phone or this shop's own
 * pages; pictures are those uploaded here. A new line stays one, e.g. in a postal address.
 */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true });
// Without this "kitab.in" or "e.g." could become a link.
markdown.linkify.set({ fuzzyLink: false, fuzzyIP: false });
markdown.validateLink = isSafeTarget;

/** The page's own address and parts (`#prices`), pages of the shop (`/about`), other sites, mail, phone. */
function isSafeTarget(target: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i.test(target.trim());
}

/** Scripts written in the right direction for each paragraph, e.g. Urdu in an English page. */
const WITH_DIRECTION = ["paragraph_open", "heading_open", "td_open", "th_open"];

markdown.core.ruler.push("levels, directions and outside links", ({ tokens }) => {
  setHeadingLevels(tokens);
  for (const token of tokens) {
    if (WITH_DIRECTION.includes(token.type)) token.attrSet("dir", "auto");
    if (token.type === "th_open") token.attrSet("scope", "col");
    for (const part of token.children ?? [])
      if (part.type === "link_open" && /^https?:/i.test(attribute(part, "href")))
        part.attrSet("rel", "noopener");
  }
});

const attribute = (token: Token, name: string) => String(token.attrGet(name) ?? "");

/** The page's title is its h1: the text's highest headings become h2, and no level is left out. */
function setHeadingLevels(tokens: Token[]) {
  const headings = tokens.filter(({ type }) => type === "heading_open" || type === "heading_close");
  const highest = Math.min(...headings.map(({ tag }) => Number(tag[1])));
  let last = 1;
  for (const heading of headings) {
    if (heading.type === "heading_open") last = Math.min(last + 1, Number(heading.tag[1]) - highest + 2, 6);
    heading.tag = `h${last}`;
  }
}

const { escapeHtml } = markdown.utils;

markdown.renderer.rules.image = (tokens, at, options, env, renderer) => {
  const token = tokens[at]!;
  const alt = renderer.renderInlineAsText(token.children ?? [], options, env);
  const picture = pictureSource(attribute(token, "src").replace(/^\/coverpages\//, ""));
  if (!picture) return escapeHtml(alt);
  const { src, srcSet, width, height } = picture;
  const sizes = srcSet ? ` srcset="${srcSet}" sizes="(min-width: 48rem) 42rem, 92vw"` : "";
  return `<img src="${src}"${sizes} width="${width}" height="${height}" alt="${escapeHtml(alt)}" loading="lazy" decoding="async">`;
};
// A wide table scrolls by itself, by keyboard too. It is named by the heads of its columns.
markdown.renderer.rules.table_open = (tokens, at) => {
  const end = tokens.findIndex(({ type }, index) => index > at && type === "thead_close");
  const heads = tokens.slice(at, end).filter(({ type }) => type === "inline");
  const label = escapeHtml(`Table: ${heads.map(({ content }) => content).join(", ")}`);
  return `<div class="rich-table" role="group" aria-label="${label}" tabindex="0"><table aria-label="${label}">\n`;
};
markdown.renderer.rules.table_close = () => "</table></div>\n";

/** @returns HTML to be shown as it is, in an element of class `rich-text`; its headings begin with h2 */
export const renderMarkdown = (text: string): string => markdown.render(text, {});

/** The words of a Markdown text in one line, for descriptions and summaries. Not escaped. */
export function markdownAsText(text: string): string {
  const words = markdown
    .parse(text, {})
    .map((token) =>
      token.type === "inline"
        ? markdown.renderer.renderInlineAsText(token.children ?? [], markdown.options, {})
        : token.type === "fence" || token.type === "code_block"
          ? token.content
          : "",
    );
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/** Reads a text as a program would that allows everything, to see what `renderMarkdown` will not show as meant. */
const lenient = new MarkdownIt({ html: true, linkify: false });
lenient.validateLink = () => true;

/**
 * What in a text would not be shown as its author means it: HTML, a link that is none, a picture from elsewhere.
 * @returns a sentence for the field; null when there is nothing
 */
export function markdownProblem(text: string): string | null {
  const parts = lenient.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  for (const part of parts) {
    if (part.type === "html_block" || part.type === "html_inline")
      return `HTML is not shown, only its text: ${begin(part.content)}. Please use the marks below instead.`;
    const src = part.type === "image" ? attribute(part, "src") : null;
    if (src !== null && !pictureSource(src.replace(/^\/coverpages\//, "")))
      return `Only pictures uploaded here can be shown, so not ${begin(src) || "one without an address"}. Please upload it and copy its text.`;
    const href = part.type === "link_open" ? attribute(part, "href") : null;
    if (href !== null && !isSafeTarget(href))
      return `The link to ${begin(href) || "nothing"} would not work. Links begin with https://, mailto:, tel: or /, as in /about.`;
  }
  return null;
}

const begin = (text: string) => {
  const [line = ""] = text.trim().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};
