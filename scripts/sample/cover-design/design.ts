import type { Random } from "../random";
import type { Palette } from "./palettes";

/** What a design is given. Without a title it makes a cover of the series for any book. */
export interface CoverBrief {
  title: string | null;
  author: string | null;
  publisher: string | null;
  palette: Palette;
  random: Random;
}

/** @returns the inside of an SVG of 640 by 960, painted to its edges */
export type Design = (brief: CoverBrief) => string;
