import { pick } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { around, circle, dots, fill, group, leaf, path, petal, rect, stroke, teeth, WIDTH } from "../shapes";
import type { Palette } from "../palettes";

/** Hand-block-printed cloth with a border; the title on a plain band. */
export const blockPrint: Design = (brief) => {
  const { palette, random } = brief;
  const block = pick(random, BLOCKS);
  const untitled = brief.title === null;
  const cloth: string[] = [];
  const [across, down] = [WIDTH / 5, 118];
  for (let row = 0; row < 9; row += 1) {
    for (let column = 0; column <= 5; column += 1) {
      const x = column * across + (row % 2 ? 0 : across / 2);
      cloth.push(group(block(palette, row % 2 === 1), `translate(${x} ${row * down + 8})`));
      cloth.push(circle([x + across / 2, row * down + 8], 4, fill(palette.ink)));
    }
  }
  const [top, height] = [150, 370];
  const band =
    rect(0, top - 22, WIDTH, height + 44, fill(palette.first)) +
    rect(0, top - 12, WIDTH, height + 24, fill(palette.ground)) +
    rect(0, top, WIDTH, height, fill(palette.ink));
  const head = heading(brief, {
    top: top + 32,
    height: height - 64,
    align: "center",
    valign: "middle",
    box: { face: "display", max: 116 },
    color: palette.ground,
    authorColor: palette.ground,
  });
  const border =
    rect(0, 820, WIDTH, 140, fill(palette.ground)) +
    rect(0, 812, WIDTH, 5, fill(palette.first)) +
    teeth(848, WIDTH / 20, 24, fill(palette.first)) +
    dots(832, WIDTH / 20, 0, fill(palette.ink)) +
    rect(0, 850, WIDTH, 3, fill(palette.first));
  return (
    background(palette.plane) +
    cloth.join("") +
    (untitled ? "" : band + head.svg) +
    border +
    foot(brief, palette.ink, { y: untitled ? 908 : 890 })
  );
};

const BLOCKS: ((palette: Palette, flipped: boolean) => string)[] = [
  // A mango with a seed.
  (palette, flipped) =>
    group(
      path(
        "M0 48C-44 40 -42 -14 -8 -30C8 -40 26 -34 26 -22C18 -30 8 -22 16 -8C40 24 24 52 0 48Z",
        fill(palette.ink),
      ) +
        path("M0 37C-31 31 -30 -6 -7 -18C6 16 26 32 0 37Z", fill(palette.first)) +
        circle([-3, 20], 6, fill(palette.ground)) +
        around([-3, 20], 6, () => circle([0, -11], 2.4, fill(palette.ground))),
      flipped ? "scale(-1 1)" : "",
    ),
  // A sprig of three flowers.
  (palette) =>
    path("M0 50V-6M0 34Q-20 24 -22 6M0 34Q20 24 22 6", stroke(palette.ink, 3)) +
    [
      [0, -22],
      [-24, -2],
      [24, -2],
    ]
      .map(
        ([x, y]) =>
          around([x!, y!], 6, () => petal(0, -2, -18, 11, fill(palette.first))) +
          circle([x!, y!], 4, fill(palette.ink)),
      )
      .join("") +
    leaf([0, 48], 26, 13, -150, fill(palette.ink)) +
    leaf([0, 48], 26, 13, -30, fill(palette.ink)),
  // A round flower with a ring.
  (palette) =>
    around([0, 4], 12, () => petal(0, -16, -46, 15, fill(palette.ink))) +
    circle([0, 4], 19, fill(palette.first)) +
    around([0, 4], 8, () => petal(0, -3, -16, 9, fill(palette.ground))) +
    circle([0, 4], 4, fill(palette.ink)),
];
