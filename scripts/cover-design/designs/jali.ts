import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import {
  around,
  circle,
  fill,
  HEIGHT,
  petal,
  type Point,
  polar,
  polygon,
  rect,
  star,
  stroke,
  WIDTH,
} from "../shapes";

/** A pierced stone screen of eight-pointed stars, with the title on a tablet. */
export const jali: Design = (brief) => {
  const { palette, random } = brief;
  const columns = between(random, 4, 5);
  const size = WIDTH / columns;
  const turned = random() < 0.5;
  const screen: string[] = [];
  for (let row = -1; row * size < HEIGHT + size; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      const centre: Point = [column * size, row * size + (HEIGHT % size) / 2];
      const half: Point = [centre[0] + size / 2, centre[1] + size / 2];
      screen.push(khatam(centre, size * 0.5, fill(palette.plane)));
      screen.push(khatam(centre, size * 0.5, stroke(palette.first, 3.5)));
      screen.push(
        star(centre, 8, size * 0.3, size * 0.19, fill(turned ? palette.second : palette.first), 1 / 16),
      );
      screen.push(
        around(centre, 8, () => petal(0, -size * 0.04, -size * 0.17, size * 0.07, fill(palette.ground))),
      );
      screen.push(circle(centre, size * 0.035, fill(palette.ground)));
      screen.push(star(half, 4, size * 0.17, size * 0.07, fill(turned ? palette.first : palette.second)));
      screen.push(circle(half, size * 0.03, fill(palette.ground)));
    }
  }
  const tablet = brief.title === null ? "" : title(brief);
  return background(palette.ground) + screen.join("") + tablet;
};

/** Two squares laid crosswise, as one outline. */
function khatam(centre: Point, radius: number, paint: string): string {
  const inner = radius * 0.765;
  const points = Array.from({ length: 16 }, (_, index) =>
    polar(centre, index % 2 === 0 ? radius : inner, index / 16),
  );
  return polygon(points, paint);
}

const title: Design = (brief) => {
  const { palette } = brief;
  const [left, width] = [56, WIDTH - 112];
  const place = {
    height: 400,
    align: "center",
    box: { face: "display", max: 116, width: width - 84 },
    color: palette.ink,
    authorColor: palette.first,
    authorSize: 24,
  } as const;
  // The tablet is as high as the title needs, and placed a little above the middle.
  const block = heading(brief, { ...place, top: 0 });
  const height = block.bottom + 250;
  const top = 456 - height / 2;
  return (
    rect(left - 10, top - 10, width + 20, height + 20, fill(palette.ground)) +
    notched(left - 10, top - 10, width + 20, height + 20, 38, fill(palette.first)) +
    notched(left, top, width, height, 36, fill(palette.ground)) +
    notched(left + 14, top + 14, width - 28, height - 28, 34, stroke(palette.first, 2)) +
    heading(brief, { ...place, top: top + 72 }).svg +
    rect(WIDTH / 2 - 40, top + height - 126, 80, 2, fill(palette.first)) +
    foot(brief, palette.ink, { y: top + height - 88 })
  );
};

/** A rectangle whose corners are scooped out. */
function notched(x: number, y: number, width: number, height: number, notch: number, paint: string): string {
  const [right, bottom] = [x + width, y + height];
  const scoop = `A${notch} ${notch} 0 0 0`;
  return `<path d="M${x + notch} ${y}H${right - notch}${scoop} ${right} ${y + notch}V${bottom - notch}${scoop} ${right - notch} ${bottom}H${x + notch}${scoop} ${x} ${bottom - notch}V${y + notch}${scoop} ${x + notch} ${y}Z" ${paint}/>`;
}
