import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { circle, fill, mix, number, path, stroke, WIDTH } from "../shapes";

/** A sun over a river with bands of waves. */
export const waves: Design = (brief) => {
  const { palette, random } = brief;
  const head = heading(brief, {
    top: 76,
    height: 330,
    align: "left",
    box: { face: "display", max: 132 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  const horizon = 580;
  const sunX = between(random, 200, 470);
  const radius = between(random, 120, 150);
  const sun =
    circle([sunX, horizon - 20], radius + 34, stroke(palette.first, 3)) +
    circle([sunX, horizon - 20], radius + 18, stroke(palette.first, 7)) +
    circle([sunX, horizon - 20], radius, fill(palette.first));
  const bands = 6;
  const water = Array.from({ length: bands }, (_, index) => {
    const y = horizon + index * 44;
    const length = between(random, 2, 4);
    const rise = 20 - index * 1.5;
    const phase = random() * WIDTH;
    const color = mix(palette.plane, index % 2 ? palette.second : palette.ground, index % 2 ? 0.9 : 0.15);
    return (
      path(`${swell(y, rise, length, phase)}V960H0Z`, fill(color)) +
      path(swell(y + 15, rise, length, phase), stroke(palette.ink, 1.6)) +
      path(swell(y + 25, rise, length, phase), stroke(palette.ink, 1.6))
    );
  });
  const base = path(`${swell(horizon + bands * 44, 9, 3, 90)}V960H0Z`, fill(palette.ground));
  return (
    background(palette.ground) + sun + water.join("") + base + head.svg + foot(brief, palette.ink, { y: 892 })
  );
};

/** A wavy line from edge to edge. */
function swell(y: number, rise: number, waves: number, phase: number): string {
  const half = WIDTH / waves / 2;
  const start = -((phase % (half * 2)) + half * 2);
  let d = `M${number(start)} ${number(y)}`;
  for (let x = start, up = true; x < WIDTH; x += half, up = !up) {
    const bend = up ? -rise * 1.3 : rise * 1.3;
    d += `c${number(half * 0.36)} ${number(bend)} ${number(half * 0.64)} ${number(bend)} ${number(half)} 0`;
  }
  return d;
}
