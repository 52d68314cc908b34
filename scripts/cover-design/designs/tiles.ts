import { pick, type Random } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import type { Palette } from "../palettes";
import { around, circle, fill, group, leaf, path, petal, rect, stroke, WIDTH } from "../shapes";

type Picture = (a: string, b: string) => string;

/** Painted tiles, a small picture on each. */
export const tiles: Design = (brief) => {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const columns = 4;
  const size = WIDTH / columns;
  const rows = untitled ? 5 : 3;
  const top = untitled ? 0 : 840 - rows * size + 2;
  const order = shuffled(random, PICTURES);
  const wall: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = row * columns + column;
      const [ground, a, b] = inks(palette, (row * 3 + column * 2 + (row % 2)) % 5);
      const [x, y] = [column * size, top + row * size];
      wall.push(rect(x, y, size + 0.5, size + 0.5, fill(ground)));
      wall.push(group(order[index % order.length]!(a, b), `translate(${x + size / 2} ${y + size / 2})`));
    }
  }
  const head = heading(brief, {
    top: 66,
    height: 262,
    align: "left",
    box: { face: "display", max: 124 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  return (
    background(palette.ground) +
    wall.join("") +
    head.svg +
    foot(brief, palette.ink, { y: untitled ? 882 : 884 })
  );
};

function inks({ ground, ink, first, second, plane }: Palette, index: number): [string, string, string] {
  const sets: [string, string, string][] = [
    [first, ground, ink],
    [ink, ground, first],
    [plane, ink, first],
    [second, ink, ground],
    [plane, first, ink],
  ];
  return sets[index]!;
}

function shuffled(random: Random, pictures: readonly Picture[]): Picture[] {
  const left = [...pictures];
  const order: Picture[] = [];
  while (left.length > 0) {
    const next = pick(random, left);
    left.splice(left.indexOf(next), 1);
    order.push(next);
  }
  return order;
}

const PICTURES: readonly Picture[] = [
  // sun
  (a, b) =>
    around([0, 0], 12, () => petal(0, -32, -62, 17, fill(a))) +
    circle([0, 0], 29, fill(a)) +
    circle([0, 0], 16, fill(b)),
  // fish
  (a, b) =>
    path("M-58 0Q-20 -42 26 -8L56 -30Q48 0 56 30L26 8Q-20 42 -58 0Z", fill(a)) +
    circle([-34, -5], 5, fill(b)) +
    path("M-14 -20Q0 0 -14 20M2 -16Q13 0 2 16", stroke(b, 4)),
  // lotus
  (a, b) =>
    [-64, 64, -36, 36]
      .map((turn) => group(petal(0, 0, -74, 30, fill(a)), `translate(0 36) rotate(${turn})`))
      .join("") +
    group(petal(0, 0, -82, 34, fill(b)), "translate(0 36)") +
    path("M-56 46H56", stroke(a, 5)),
  // bird
  (a, b) =>
    path("M-56 -14Q-40 -40 -16 -32Q-2 -28 2 -14Q30 -8 58 34L34 30Q-2 42 -22 24Q-36 12 -36 -8Z", fill(a)) +
    path("M-8 -2Q20 0 34 22Q6 26 -8 -2Z", fill(b)) +
    circle([-24, -18], 4.5, fill(b)) +
    path("M-14 32V52M2 34V52M-26 52H14", stroke(a, 4)),
  // elephant
  (a, b) =>
    path(
      "M-54 44V-6Q-52 -40 -10 -40Q6 -52 30 -42Q52 -32 54 0V34Q54 46 44 44L42 6Q40 0 36 8V44H16V18H-24V44Z",
      fill(a),
    ) +
    path("M2 -36Q30 -30 20 -2Q4 0 2 -36Z", fill(b)) +
    circle([34, -20], 4, fill(b)),
  // leaf
  (a, b) =>
    path("M0 60Q-50 20 -34 -22Q-12 -30 0 -62Q12 -30 34 -22Q50 20 0 60Z", fill(a)) +
    path("M0 58V-30M0 26L-20 6M0 26L20 6M0 0L-15 -14M0 0L15 -14", stroke(b, 4)),
  // moon and stars
  (a, b) =>
    path("M18 -54A56 56 0 1 0 52 26A46 46 0 1 1 18 -54Z", fill(a)) +
    around([24, -8], 4, () => petal(0, 4, -22, 10, fill(b))),
  // pot
  (a, b) =>
    path(
      "M-20 -52H20V-44Q14 -36 14 -30Q50 -14 46 16Q42 46 14 54H-14Q-42 46 -46 16Q-50 -14 -14 -30Q-14 -36 -20 -44Z",
      fill(a),
    ) +
    path("M-44 6L-30 -8L-15 6L0 -8L15 6L30 -8L44 6", stroke(b, 5)) +
    path("M-42 26H42", stroke(b, 5)),
  // boat
  (a, b) =>
    path("M-60 18Q0 54 60 18L40 50H-40Z", fill(a)) +
    path("M0 14V-58L44 2H0M0 14V-42L-32 2H0", fill(b)) +
    path("M0 -58V30", stroke(a, 4)),
  // kite
  (a, b) =>
    path("M0 -58L42 -10L0 38L-42 -10Z", fill(a)) +
    path("M0 -58V38M-42 -10Q0 -34 42 -10", stroke(b, 4)) +
    path("M0 38Q22 46 8 60", stroke(a, 4)),
  // house
  (a, b) =>
    path("M-58 -6L0 -54L58 -6Z", fill(a)) +
    path("M-44 2H44V52H-44Z", fill(b)) +
    path("M-13 52V24Q0 8 13 24V52Z", fill(a)),
  // mango twig
  (a, b) =>
    path("M-2 56C-50 46 -44 -10 -8 -26C34 -34 46 20 22 44Q12 56 -2 56Z", fill(b)) +
    path("M-8 -26Q-8 -46 6 -58", stroke(a, 5)) +
    leaf([2, -46], 48, 24, 16, fill(a)) +
    leaf([-2, -46], 44, 22, 165, fill(a)),
];
