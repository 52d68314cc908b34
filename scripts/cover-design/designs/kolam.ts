import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { circle, fill, HEIGHT, number, path, type Point, rect, stroke, WIDTH } from "../shapes";

const SIDES: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** A kolam: one line of rice flour looped around a diamond of dots. */
export const kolam: Design = (brief) => {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const reach = between(random, 4, 6);
  const pitch = (untitled ? 280 : 218) / (reach + 0.8);
  const centre: Point = [WIDTH / 2, untitled ? 440 : 606];
  const walls = chooseWalls(reach, random);
  // The square of dots is rotated to stand on its corner.
  const turn = ([x, y]: Point): Point => [centre[0] + (x - y) * pitch, centre[1] + (x + y) * pitch];
  const has = ([x, y]: Point) => Math.abs(x) <= reach / 2 && Math.abs(y) <= reach / 2;
  const strands: string[] = [];
  const points: string[] = [];
  for (let x = -reach / 2; x <= reach / 2; x += 1) {
    for (let y = -reach / 2; y <= reach / 2; y += 1) {
      const dot: Point = [x, y];
      const open = SIDES.map(([dx, dy]) => has([x + dx, y + dy]) && !walls.has(edge(dot, [x + dx, y + dy])));
      points.push(circle(turn(dot), pitch * 0.16, fill(palette.first)));
      for (let side = 0; side < 4; side += 1) strands.push(strand(dot, side, open, turn));
    }
  }
  const head = heading(brief, {
    top: 84,
    height: 290,
    align: "center",
    box: { face: "serif", max: 112, width: WIDTH - 104 },
    color: palette.ink,
    authorColor: palette.first,
  });
  const frame =
    rect(22, 22, WIDTH - 44, HEIGHT - 44, stroke(palette.first, 2)) +
    rect(30, 30, WIDTH - 60, HEIGHT - 60, stroke(palette.first, 1));
  return (
    background(palette.ground) +
    frame +
    path(strands.join(""), stroke(palette.ink, reach > 4 ? 5 : 6)) +
    points.join("") +
    head.svg +
    foot(brief, palette.ink, { y: 870 })
  );
};

const edge = (a: Point, b: Point) => [a, b].map(String).sort().join("|");

/** Chooses neighbours whose loops do not cross, symmetric in all four quarters. */
function chooseWalls(reach: number, random: () => number): Set<string> {
  const walls = new Set<string>();
  for (let x = -reach / 2; x <= reach / 2; x += 1) {
    for (let y = -reach / 2; y <= reach / 2; y += 1) {
      if (x < 0 || y < 0 || x === reach / 2 || random() > 0.34) continue;
      let [a, b]: [Point, Point] = [
        [x, y],
        [x + 1, y],
      ];
      for (let quarter = 0; quarter < 4; quarter += 1) {
        walls.add(edge(a, b));
        [a, b] = [
          [-a[1] || 0, a[0]],
          [-b[1] || 0, b[0]],
        ];
      }
    }
  }
  return walls;
}

/** The piece of line from one side of a dot to the next: it crosses an open side and rounds a closed one. */
function strand(dot: Point, side: number, open: boolean[], turn: (point: Point) => Point): string {
  const next = (side + 1) % 4;
  const [d, e] = [SIDES[side]!, SIDES[next]!];
  const [openHere, openThere] = [open[side]!, open[next]!];
  const from = along(dot, d, openHere ? 0.5 : 0.36);
  const to = along(dot, e, openThere ? 0.5 : 0.36);
  const diagonal: Point = [(e[0] - d[0]) / Math.SQRT2, (e[1] - d[1]) / Math.SQRT2];
  const leave = openHere ? diagonal : e;
  const arrive: Point = openThere ? diagonal : [-d[0], -d[1]];
  const pull = 0.22;
  const controls = [along(from, leave, pull), along(to, [-arrive[0], -arrive[1]], pull), to].map(turn);
  const start = turn(from);
  return `M${number(start[0])} ${number(start[1])}C${controls.map(([x, y]) => `${number(x)} ${number(y)}`).join(" ")}`;
}

const along = ([x, y]: Point, [dx, dy]: Point, distance: number): Point => [
  x + dx * distance,
  y + dy * distance,
];
