import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { around, circle, fill, number, path, petal, type Point, star, stroke, WIDTH } from "../shapes";

/** A cusped archway with the title in the doorway. */
export const arch: Design = (brief) => {
  const { palette, random } = brief;
  const cusps = between(random, 4, 6);
  const rosettes: string[] = [];
  const petals = between(random, 6, 8);
  for (let row = 0; row < 6; row += 1) {
    for (let column = 0; column < 9; column += 1) {
      const at: Point = [column * 80 + (row % 2) * 40 - 10, 32 + row * 66];
      rosettes.push(
        around(at, petals, () => petal(0, -4, -25, 12, fill(palette.plane))) +
          circle(at, 4.5, fill(palette.first)),
      );
    }
  }
  const head = heading(brief, {
    top: 350,
    height: 400,
    align: "center",
    valign: "middle",
    box: { face: "display", max: 104, width: 404 },
    color: palette.ground,
    authorColor: palette.ground,
    authorSize: 24,
  });
  const lamp =
    path("M320 166V262", stroke(palette.ground, 2)) +
    path("M296 262h48l-9 13h-30zM303 279h34q9 20 -17 33q-26 -13 -17 -33z", fill(palette.ground)) +
    star([320, 293], 4, 11, 4, fill(palette.ink));
  return (
    background(palette.ground) +
    rosettes.join("") +
    path(cusped(26, 92, 470, cusps), fill(palette.first)) +
    path(cusped(44, 112, 470, cusps), fill(palette.second)) +
    path(cusped(62, 136, 470, cusps), fill(palette.ink)) +
    path(cusped(78, 158, 476, cusps), stroke(palette.second, 2)) +
    lamp +
    head.svg +
    foot(brief, palette.ground)
  );
};

/**
 * An archway open at the bottom edge.
 * @param left distance of its jambs from the edges
 * @param apex y of its point
 * @param spring y where the curve leaves the jambs
 */
function cusped(left: number, apex: number, spring: number, cusps: number): string {
  // One half of the arch as a curve, divided into equal cusps; the other half mirrors it.
  const [x0, x3] = [left, WIDTH / 2];
  const curve = (t: number): Point => {
    const u = 1 - t;
    const bend = (a: number, b: number, c: number, d: number) =>
      u ** 3 * a + 3 * u * u * t * b + 3 * u * t * t * c + t ** 3 * d;
    const rise = spring - apex;
    return [
      bend(x0, x0, x0 + (x3 - x0) * 0.32, x3),
      bend(spring, spring - rise * 0.5, apex + rise * 0.32, apex),
    ];
  };
  const points = Array.from({ length: cusps + 1 }, (_, index) => curve(index / cusps));
  const arc = (from: Point, to: Point) => {
    const radius = (Math.hypot(to[0] - from[0], to[1] - from[1]) / 2) * 1.12;
    return `A${number(radius)} ${number(radius)} 0 0 1 ${number(to[0])} ${number(to[1])}`;
  };
  const mirrored = points.map(([x, y]): Point => [WIDTH - x, y]).reverse();
  let d = `M${left} 970V${spring}`;
  for (let index = 1; index < points.length; index += 1) d += arc(points[index - 1]!, points[index]!);
  for (let index = 1; index < mirrored.length; index += 1) d += arc(mirrored[index - 1]!, mirrored[index]!);
  return `${d}V970Z`;
}
