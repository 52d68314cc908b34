import { between } from "../../../app/sample/random";
import type { CoverBrief, Design } from "../design";
import { background, foot, heading } from "../heading";
import { circle, fill, group, path, polygon, rect, star, WIDTH } from "../shapes";

/** A moon and a sky of stars over a sleeping city. */
export const nightCity: Design = (brief) => night(brief, city);

/** The same sky over mountains. */
export const nightHills: Design = (brief) => night(brief, mountains);

type Scene = (back: string, front: string, light: string) => string;

function night(brief: CoverBrief, scene: Scene): string {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const moonX = between(random, 190, 450);
  const moonY = untitled ? 320 : 528;
  const stars: string[] = [];
  for (let row = 0; row < 12; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const x = 40 + column * 70 + (random() - 0.5) * 46;
      const y = 30 + row * 56 + (random() - 0.5) * 36;
      const size = 2 + random() ** 3 * 8;
      const inTitle = !untitled && y > 56 && y < 400;
      const inMoon = Math.hypot(x - moonX, y - moonY) < 128;
      if (!inTitle && !inMoon && y < 700)
        stars.push(star([x, y], 4, size * 1.7, size * 0.45, fill(palette.first)));
    }
  }
  const moon =
    circle([moonX, moonY], 104, fill(palette.first)) +
    circle([moonX + 36, moonY - 22], 88, fill(palette.ground));
  const head = heading(brief, {
    top: 76,
    height: 320,
    align: "center",
    box: { face: "display", max: 120 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  return (
    background(palette.ground) +
    stars.join("") +
    moon +
    scene(palette.plane, palette.second, palette.first) +
    rect(0, 838, WIDTH, 122, fill(palette.ground)) +
    rect(0, 832, WIDTH, 6, fill(palette.first)) +
    head.svg +
    foot(brief, palette.ink, { y: untitled ? 898 : 884 })
  );
}

function city(back: string, front: string, light: string): string {
  const dome = (x: number, base: number, width: number, color: string) =>
    path(
      `M${x - width / 2} ${base}C${x - width * 0.68} ${base - width * 0.5} ${x - width * 0.16} ${base - width * 0.62} ${x} ${base - width * 0.98}C${x + width * 0.16} ${base - width * 0.62} ${x + width * 0.68} ${base - width * 0.5} ${x + width / 2} ${base}Z`,
      fill(color),
    ) + rect(x - 2, base - width * 1.12, 4, width * 0.2, fill(color));
  const tower = (x: number, top: number, width: number, color: string) =>
    rect(x - width / 2, top, width, 840 - top, fill(color)) +
    rect(x - width / 2 - 5, top + 40, width + 10, 8, fill(color)) +
    dome(x, top, width * 1.1, color);
  const window = (x: number, y: number) =>
    path(
      `M${x - 7} ${y + 24}V${y}Q${x - 7} ${y - 8} ${x} ${y - 14}Q${x + 7} ${y - 8} ${x + 7} ${y}V${y + 24}Z`,
      fill(light),
    );
  return (
    [60, 232, 400, 588].map((x, index) => tower(x, 640 + (index % 2) * 26, 34, back)).join("") +
    [146, 318, 492].map((x) => dome(x, 742, 128, back) + rect(x - 72, 738, 144, 110, fill(back))).join("") +
    [-6, 320, 646].map((x) => dome(x, 770, 112, front) + rect(x - 64, 766, 128, 80, fill(front))).join("") +
    [108, 206, 434, 532].map((x) => tower(x, 728, 28, front)).join("") +
    rect(0, 798, WIDTH, 44, fill(front)) +
    [40, 157, 275, 320, 365, 483, 600].map((x) => window(x, 808)).join("")
  );
}

function mountains(back: string, front: string, light: string): string {
  const peak = (x: number, top: number, half: number, color: string, snow: string) =>
    polygon(
      [
        [x - half, 840],
        [x, top],
        [x + half, 840],
      ],
      fill(color),
    ) +
    group(
      path(
        `M0 0L${half * 0.24} ${(840 - top) * 0.24}L${half * 0.1} ${(840 - top) * 0.19}L0 ${(840 - top) * 0.29}L${-half * 0.1} ${(840 - top) * 0.19}L${-half * 0.24} ${(840 - top) * 0.24}Z`,
        fill(snow),
      ),
      `translate(${x} ${top})`,
    );
  return (
    peak(120, 640, 230, back, light) +
    peak(500, 610, 260, back, light) +
    peak(300, 690, 220, front, light) +
    peak(590, 740, 170, front, light) +
    peak(20, 748, 150, front, light)
  );
}
