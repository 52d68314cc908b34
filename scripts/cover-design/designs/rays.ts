import { pick } from "../../../app/sample/random";
import type { CoverBrief, Design } from "../design";
import type { Palette } from "../palettes";
import { background, foot, heading } from "../heading";
import {
  around,
  circle,
  clipped,
  fill,
  HEIGHT,
  petal,
  type Point,
  polar,
  polygon,
  rect,
  WIDTH,
} from "../shapes";

/** A handbill: heavy capitals over rays that rise from a spinning wheel. */
export const raysOfWheel: Design = (brief) => rays(brief, wheel);

/** The same design with a rising sun. */
export const raysOfSun: Design = (brief) => rays(brief, sun);

type Emblem = (centre: Point, palette: Palette) => string;

const wheel: Emblem = (centre, palette) =>
  circle(centre, 196, fill(palette.first)) +
  circle(centre, 164, fill(palette.ground)) +
  around(centre, 16, () => rect(-3.5, -166, 7, 130, fill(palette.first))) +
  around(centre, 16, () => circle([0, -140], 8, fill(palette.second)), 0.5) +
  circle(centre, 52, fill(palette.first)) +
  circle(centre, 22, fill(palette.ground));

const sun: Emblem = (centre, palette) =>
  around(centre, 28, () => petal(0, -176, -222, 26, fill(palette.first))) +
  circle(centre, 176, fill(palette.ground)) +
  circle(centre, 164, fill(palette.first)) +
  circle(centre, 132, fill(palette.ground)) +
  circle(centre, 120, fill(palette.first)) +
  around(centre, 20, () => circle([0, -148], 6, fill(palette.first)));

function rays(brief: CoverBrief, emblem: Emblem): string {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const centre: Point = [pick(random, [120, 320, 520]), 770];
  const count = 44;
  const beams = Array.from({ length: count / 2 }, (_, index) =>
    polygon(
      [centre, polar(centre, 1200, (index * 2) / count), polar(centre, 1200, (index * 2 + 1) / count)],
      fill(palette.plane),
    ),
  ).join("");
  const top = untitled ? 0 : 442;
  const head = heading(brief, {
    top: 84,
    height: 316,
    align: "left",
    box: { face: "geometric", max: 160, capitals: true, tracking: 0.015, leading: 1.04 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  return (
    background(palette.ground) +
    clipped("rays", 0, top, WIDTH, 850 - top, beams + emblem(centre, palette)) +
    (untitled
      ? ""
      : rect(48, 48, WIDTH - 96, 10, fill(palette.first)) +
        rect(0, top - 10, WIDTH, 10, fill(palette.first))) +
    rect(0, 844, WIDTH, HEIGHT - 844, fill(palette.ground)) +
    rect(0, 838, WIDTH, 10, fill(palette.first)) +
    head.svg +
    foot(brief, palette.ink, { y: untitled ? 908 : 890 })
  );
}
