import { between } from "../../../app/sample/random";
import type { Design } from "../design";
import { background, foot, heading } from "../heading";
import { circle, fill, group, mix, path, petal, stroke, WIDTH } from "../shapes";

/** A lotus opening from the water line, with its seeds as a halo. */
export const lotus: Design = (brief) => {
  const { palette, random } = brief;
  const head = heading(brief, {
    top: 82,
    height: 300,
    align: "center",
    box: { face: "serif", max: 124, width: WIDTH - 104 },
    color: palette.ink,
    authorColor: palette.ink,
  });
  const base = brief.title === null ? 670 : 812;
  const layers = [
    {
      count: between(random, 9, 11),
      reach: 350,
      width: 92,
      color: mix(palette.plane, palette.first, 0.25),
      spread: 86,
    },
    { count: 7, reach: 300, width: 98, color: palette.second, spread: 66 },
    { count: 5, reach: 250, width: 98, color: palette.first, spread: 44 },
    { count: 3, reach: 188, width: 88, color: palette.ink, spread: 22 },
  ];
  const flower = layers
    .map(({ count, reach, width, color, spread }) => {
      const petals: string[] = [];
      // From the outside in, so that the middle petal lies on top.
      for (let index = 0; index < count; index += 1) {
        const place = index % 2 === 0 ? index / 2 : count - 1 - (index - 1) / 2;
        const angle = -spread + (2 * spread * place) / (count - 1);
        petals.push(
          group(
            petal(0, 0, -reach, width, fill(color)) +
              petal(0, 0, -reach, width, stroke(palette.ground, 3)) +
              path(
                `M0 -${reach * 0.14}V-${reach * 0.62}M-8 -${reach * 0.16}Q-17 -${reach * 0.34} -12 -${reach * 0.5}M8 -${reach * 0.16}Q17 -${reach * 0.34} 12 -${reach * 0.5}`,
                stroke(palette.ground, 2),
              ),
            `translate(${WIDTH / 2} ${base}) rotate(${angle})`,
          ),
        );
      }
      return petals.join("");
    })
    .join("");
  const seeds = Array.from({ length: 25 }, (_, index) => {
    const angle = ((-90 + (180 * index) / 24) * Math.PI) / 180;
    return circle(
      [WIDTH / 2 + Math.sin(angle) * 384, base - Math.cos(angle) * 384],
      index % 2 ? 4 : 7,
      fill(palette.first),
    );
  }).join("");
  const water =
    path(`M0 ${base}H${WIDTH}V960H0Z`, fill(palette.ground)) +
    path(`M0 ${base}H${WIDTH}M0 ${base + 10}H${WIDTH}`, stroke(palette.first, 2.5));
  return (
    background(palette.ground) +
    seeds +
    flower +
    water +
    head.svg +
    foot(brief, palette.ink, { y: brief.title === null ? 800 : 876 })
  );
};
