import { renderMarkdown } from "~/platform/markdown.server";
import { escapeMarkup } from "~/platform/xml";
import { type Picture, pictureSource } from "~/domain/shop/pictures/pictures";
import type { BlockContents } from "./block-kinds";

/** Blocks without anything to press but links: their HTML is made here, so that visitors load no script for them. */

export function quotationHtml({ text, source }: BlockContents["quotation"]) {
  const from = source && `<figcaption dir="auto">${escapeMarkup(source)}</figcaption>`;
  const html = `<figure><blockquote dir="auto"><p>“${escapeMarkup(text)}”</p></blockquote>${from}</figure>`;
  return { look: "quotation", html };
}

/**
 * @param picture null: none was chosen, or it is gone
 * @param isFirst of the page: its picture is in view at once
 */
export function textWithPictureHtml(
  content: BlockContents["textWithPicture"],
  picture: Picture | null,
  isFirst: boolean,
) {
  const { heading, text, side, button, to } = content;
  const source = picture && pictureSource(picture.file);
  const parts = [
    heading && `<h2 dir="auto">${escapeMarkup(heading)}</h2>`,
    `<div class="home-text">${renderMarkdown(text)}</div>`,
    button && `<a class="btn btn-primary" href="${escapeMarkup(to)}">${escapeMarkup(button)}</a>`,
  ];
  const image = picture && source ? imageHtml(source, picture.alt, isFirst) : "";
  const look = image ? `text-picture is-${side}` : "text-picture";
  return { look, html: `<div>${parts.join("")}</div>${image}` };
}

/** The widths in which it is shown. Phones with three pixels to one take two: a larger picture looks the same there. */
const SIZES = "(min-width: 72rem) 33rem, (min-width: 48rem) 46vw, (min-resolution: 2.5x) 62vw, 92vw";

function imageHtml(
  { src, srcSet, width, height }: NonNullable<ReturnType<typeof pictureSource>>,
  alt: string,
  isFirst: boolean,
) {
  const widths = srcSet ? ` srcset="${srcSet}" sizes="${SIZES}"` : "";
  const loading = isFirst ? 'fetchpriority="high"' : 'loading="lazy"';
  return `<img src="${src}"${widths} width="${width}" height="${height}" alt="${escapeMarkup(alt)}" ${loading} decoding="async">`;
}
