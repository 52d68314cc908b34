import type { Picture } from "./pictures";

/** The Markdown that shows a picture in a text. */
export function pictureMarkdown({ alt, file }: Pick<Picture, "alt" | "file">): string {
  return `![${alt.replace(/[[\]\\]/g, String.raw`\$&`)}](/coverpages/${file})`;
}
