import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { around, circle, fill, leaf, number, path, petal, type Point, stroke, WIDTH } from "../shapes";

/** A tree of life after the painted cloths of the Coromandel coast. */
export const tree: Design = (brief) => {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const head = heading(brief, {
    top: 74,
    height: 290,
    align: "center",
    box: { face: "serif", max: 116 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  const crown = untitled ? 150 : 430;
  const ground = 826;
  const drawing: string[] = [
    path(`M0 ${ground + 14}Q${WIDTH / 2} ${ground - 44} ${WIDTH} ${ground + 14}V960H0Z`, fill(palette.plane)),
  ];
  drawing.push(
    path(
      `M${WIDTH / 2 - 15} ${ground}C${WIDTH / 2 - 22} ${ground - 120} ${WIDTH / 2 - 4} ${crown + 120} ${WIDTH / 2} ${crown}C${WIDTH / 2 + 4} ${crown + 120} ${WIDTH / 2 + 22} ${ground - 120} ${WIDTH / 2 + 15} ${ground}Z`,
      fill(palette.second),
    ),
  );
  const branches = untitled ? 6 : 4;
  const blossoms = between(random, 5, 7);
  for (let index = 0; index < branches; index += 1) {
    const share = index / branches;
    const from = ground - 96 - share * (ground - crown - 170);
    const reach = 262 - share * 110;
    const rise = 76 + (index % 2) * 18;
    for (const sign of [-1, 1] as const) drawing.push(branch([WIDTH / 2, from], sign, reach, rise, blossoms));
  }
  drawing.push(blossom([WIDTH / 2, crown + 4], 34, blossoms));
  drawing.push(
    leaf([WIDTH / 2, crown + 62], 52, 24, -150, fill(palette.first)),
    leaf([WIDTH / 2, crown + 62], 52, 24, -30, fill(palette.first)),
  );
  return background(palette.ground) + drawing.join("") + head.svg + foot(brief, palette.ink, { y: 882 });

  function branch([x, y]: Point, sign: 1 | -1, reach: number, rise: number, petals: number): string {
    const end: Point = [x + sign * reach, y - rise * 0.5];
    const [c1, c2]: [Point, Point] = [
      [x + sign * reach * 0.35, y - rise * 1.1],
      [x + sign * reach * 0.8, y - rise * 1.3],
    ];
    const at = (t: number): Point => {
      const u = 1 - t;
      const bend = (axis: 0 | 1) =>
        u ** 3 * [x, y][axis]! + 3 * u * u * t * c1[axis] + 3 * u * t * t * c2[axis] + t ** 3 * end[axis];
      return [bend(0), bend(1)];
    };
    const leaves = [0.2, 0.36, 0.52, 0.68, 0.84].map((t, place) => {
      const side = place % 2 === 0 ? -1 : 1;
      const slope = sign > 0 ? -20 + t * 55 : 200 - t * 55;
      return leaf(at(t), 50, 24, slope + side * sign * 58, fill(place % 2 ? palette.first : palette.ink));
    });
    const line = `M${number(x)} ${number(y)}C${[c1, c2, end].map((p) => `${number(p[0])} ${number(p[1])}`).join(" ")}`;
    return (
      path(line, stroke(palette.second, 6)) + leaves.join("") + blossom([end[0], end[1] + 6], 25, petals)
    );
  }

  function blossom(at: Point, size: number, petals: number): string {
    return (
      around(at, petals, () => petal(0, -2, -size, size * 0.7, fill(palette.first))) +
      circle(at, size * 0.36, fill(palette.ground)) +
      circle(at, size * 0.2, fill(palette.second))
    );
  }
};
