import type { Random } from "../../app/sample/random";
import type { Palette } from "./palettes";

/** The input of a design. Without a title it makes a series cover for any book. */
export interface CoverBrief {
  title: string | null;
  author: string | null;
  publisher: string | null;
  palette: Palette;
  random: Random;
}

/** @returns the content of an SVG of 640 by 960, filled to its edges */
export type Design = (brief: CoverBrief) => string;
