import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { circle, fill, path, polygon, rect, stroke, teeth, WIDTH } from "../shapes";

/** The end-piece of a sari: woven bands under a plain field that holds the title. */
export const pallu: Design = (brief) => {
  const { palette, random } = brief;
  const untitled = brief.title === null;
  const head = heading(brief, {
    top: 74,
    height: 312,
    align: "left",
    box: { face: "display", max: 128 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  const top = untitled ? 260 : 480;
  const rows = between(random, 16, 20);
  const step = WIDTH / rows;
  const bands: string[] = [teeth(top, WIDTH / (rows / 2), 58, fill(palette.first))];
  let y = top;
  const band = (height: number, color: string, ornament = "") => {
    bands.push(rect(0, y, WIDTH, height, fill(color)), ornament);
    y += height;
  };
  const repeat = (count: number, draw: (x: number, index: number) => string) =>
    Array.from({ length: count + 1 }, (_, index) => draw((index * WIDTH) / count, index)).join("");
  const diamond = (x: number, middle: number, wide: number, high: number, color: string) =>
    polygon(
      [
        [x, middle - high],
        [x + wide, middle],
        [x, middle + high],
        [x - wide, middle],
      ],
      fill(color),
    );

  band(26, palette.first);
  band(10, palette.ground);
  band(
    58,
    palette.second,
    repeat(rows, (x) => diamond(x, top + 65, step * 0.5, 26, palette.first)) +
      repeat(rows, (x) => diamond(x, top + 65, step * 0.2, 11, palette.second)),
  );
  band(10, palette.ground);
  band(6, palette.first);
  const field = y;
  band(
    100,
    palette.plane,
    repeat(8, (x) => boteh(x, field + 50, palette.first, palette.ink)),
  );
  band(6, palette.first);
  band(10, palette.ground);
  const zigzag = y;
  band(
    52,
    palette.second,
    [14, 26, 38]
      .map((shift, index) =>
        path(
          `M0 ${zigzag + shift}${`l${step / 2} -10l${step / 2} 10`.repeat(rows)}`,
          stroke(index === 1 ? palette.ink : palette.first, 4),
        ),
      )
      .join(""),
  );
  band(10, palette.ground);
  band(14, palette.first);
  if (untitled) {
    band(10, palette.ground);
    const second = y;
    band(
      100,
      palette.plane,
      repeat(8, (x) => boteh(x, second + 50, palette.ink, palette.first)),
    );
    band(10, palette.ground);
    band(26, palette.first);
  }
  return (
    background(palette.ground) +
    bands.join("") +
    head.svg +
    foot(brief, palette.ink, { y: untitled ? 880 : 876 })
  );
};

/** A woven flower on its stepped leaf. */
function boteh(x: number, y: number, color: string, centre: string): string {
  const step = (width: number, at: number) => rect(x - width / 2, y + at, width, 9, fill(color));
  return (
    step(12, -38) +
    step(30, -29) +
    step(48, -20) +
    step(48, -11) +
    step(30, -2) +
    step(12, 7) +
    step(36, 16) +
    step(54, 25) +
    circle([x, y - 12], 7, fill(centre))
  );
}
