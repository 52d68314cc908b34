import { between, pick } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { around, circle, fill, petal, type Point, polygon, star, stroke, WIDTH } from "../shapes";

/** A wheel of rings, each a different ornament, above the title. */
export const chakra: Design = (brief) => {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const centre: Point = [WIDTH / 2, untitled ? 440 : 300];
  const scale = untitled ? 1.18 : 1;
  const count = pick(random, [16, 18, 20, 24]);
  const spokes = between(random, 8, 12);
  const at = (radius: number) => radius * scale;
  const wheel =
    circle(centre, at(252), fill(palette.plane)) +
    around(centre, count * 2, () => circle([0, -at(240)], at(5), fill(palette.first))) +
    circle(centre, at(226), fill(palette.first)) +
    around(centre, count, () =>
      polygon(
        [
          [0, -at(220)],
          [at(440 / count), -at(168)],
          [-at(440 / count), -at(168)],
        ],
        fill(palette.ground),
      ),
    ) +
    around(centre, count, () => circle([0, -at(207)], at(6), fill(palette.ground)), 0.5) +
    circle(centre, at(170), fill(palette.ink)) +
    around(centre, spokes * 2, () => petal(0, -at(74), -at(162), at(38), fill(palette.second)), 0.5) +
    around(centre, spokes, () => petal(0, -at(64), -at(158), at(46), fill(palette.ground))) +
    around(centre, spokes, () => petal(0, -at(84), -at(138), at(20), fill(palette.first))) +
    circle(centre, at(80), fill(palette.ground)) +
    circle(centre, at(70), stroke(palette.ink, 2.5)) +
    star(centre, spokes, at(58), at(30), fill(palette.first)) +
    circle(centre, at(18), fill(palette.ground)) +
    circle(centre, at(9), fill(palette.ink));
  const head = heading(brief, {
    top: 590,
    height: 240,
    align: "center",
    valign: "middle",
    box: { face: "display", max: 112 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  return (
    background(palette.ground) + wheel + head.svg + foot(brief, palette.ink, { y: untitled ? 880 : 888 })
  );
};
