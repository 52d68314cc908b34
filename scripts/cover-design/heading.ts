import type { CoverBrief } from "./design";
import { imprint } from "./marks";
import { circle, fill, rect, WIDTH } from "./shapes";
import { type Align, authorLine, drawTitle, fitTitle, type TitleBox } from "./type";

interface Place {
  /** Top of the capitals, and the maximum height of title and author together. */
  top: number;
  height: number;
  align: Align;
  box: Omit<TitleBox, "width" | "height"> & { width?: number };
  color: string;
  authorColor?: string;
  /** Left edge or middle. */
  x?: number;
  authorSize?: number;
  /** Vertical alignment of the block if it is lower than that. */
  valign?: "top" | "middle";
}

const AUTHOR_GAP = 52;

/**
 * Title and author as one block; empty on an untitled cover.
 * @returns the drawing and the bottom of the block
 */
export function heading(
  { title, author }: CoverBrief,
  place: Place,
): { svg: string; top: number; bottom: number } {
  const { align, valign = "top" } = place;
  if (title === null) return { svg: "", top: place.top, bottom: place.top };
  const width = place.box.width ?? WIDTH - 96;
  const x = place.x ?? (align === "center" ? WIDTH / 2 : 48);
  const set = fitTitle(title, { leading: 0.98, ...place.box, width, height: place.height - AUTHOR_GAP });
  // After a last line with a descender, the author is placed lower.
  const drop = /[gjpqy,Q]/.test(set.lines.at(-1)!) ? set.size * 0.16 : 0;
  const total = set.height + drop + AUTHOR_GAP;
  const top = valign === "middle" ? place.top + (place.height - total) / 2 : place.top;
  const bottom = top + total;
  const name =
    author === null
      ? ""
      : authorLine(author, {
          x,
          y: bottom,
          align,
          fill: place.authorColor ?? place.color,
          width,
          size: place.authorSize,
        });
  return { svg: drawTitle(set, { x, top, align, fill: place.color }) + name, top, bottom };
}

/** The publisher at the bottom, or three dots on an untitled cover. */
export function foot({ publisher }: CoverBrief, color: string, at: { x?: number; y?: number } = {}): string {
  if (publisher !== null) return imprint(publisher, { color, ...at });
  const { x = WIDTH / 2, y = 900 } = at;
  return [-22, 0, 22].map((shift) => circle([x + shift, y], 5, fill(color))).join("");
}

export const background = (color: string) => rect(0, 0, WIDTH, 960, fill(color));
