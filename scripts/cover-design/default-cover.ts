import { background } from "./heading";
import type { Palette } from "./palettes";
import { around, circle, fill, HEIGHT, path, petal, polar, rect, stroke, WIDTH } from "./shapes";

/** The cover of books without their own: an open book under a rising sun, without text. */
export function defaultCover(palette: Palette): string {
  const [x, y] = [WIDTH / 2, 450];
  const frame =
    rect(34, 34, WIDTH - 68, HEIGHT - 68, stroke(palette.first, 3)) +
    rect(46, 46, WIDTH - 92, HEIGHT - 92, stroke(palette.first, 1.5));
  const sun =
    around([x, y], 24, () => petal(0, -124, -206, 32, fill(palette.plane))) +
    circle([x, y], 112, fill(palette.first)) +
    [...Array(13).keys()]
      .map((index) => circle(polar([x, y], 228, (index - 6) / 26), 6, fill(palette.first)))
      .join("");
  const book =
    path(
      `M${x} ${y + 40}C${x - 60} ${y + 4} ${x - 150} ${y - 6} ${x - 232} ${y + 6}V${y + 176}C${x - 150} ${y + 164} ${x - 60} ${y + 176} ${x} ${y + 212}C${x + 60} ${y + 176} ${x + 150} ${y + 164} ${x + 232} ${y + 176}V${y + 6}C${x + 150} ${y - 6} ${x + 60} ${y + 4} ${x} ${y + 40}Z`,
      `fill="${palette.ground}" stroke="${palette.ground}" stroke-width="26" stroke-linejoin="round"`,
    ) +
    path(
      `M${x} ${y + 40}C${x - 60} ${y + 4} ${x - 150} ${y - 6} ${x - 232} ${y + 6}V${y + 176}C${x - 150} ${y + 164} ${x - 60} ${y + 176} ${x} ${y + 212}C${x + 60} ${y + 176} ${x + 150} ${y + 164} ${x + 232} ${y + 176}V${y + 6}C${x + 150} ${y - 6} ${x + 60} ${y + 4} ${x} ${y + 40}Z`,
      `fill="${palette.second}"`,
    ) +
    path(`M${x} ${y + 44}V${y + 206}`, stroke(palette.ground, 6)) +
    [46, 82, 118]
      .map(
        (down) =>
          `M${x - 34} ${y + down + 18}C${x - 90} ${y + down - 8} ${x - 150} ${y + down - 10} ${x - 202} ${y + down - 8}M${x + 34} ${y + down + 18}C${x + 90} ${y + down - 8} ${x + 150} ${y + down - 10} ${x + 202} ${y + down - 8}`,
      )
      .map((d) => path(d, stroke(palette.ground, 5)))
      .join("");
  return background(palette.ground) + sun + book + frame;
}
