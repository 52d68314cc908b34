import { GHATS, LANTERN, NEELKANTH } from "../../app/sample/sample-book";
import { fill, group, stroke, WIDTH } from "./shapes";
import { line } from "./type";

/** The logos of publishers, centred at the origin, about 40 high. */
const DEVICES: Record<string, (color: string) => string> = {
  // A lantern with rain.
  [LANTERN]: (color) =>
    `<path d="M-9 -8h18l3 22h-24zM-6 -13h12v4h-12zM-14 16h28v4h-28z" ${fill(color)}/><path d="M0 -13v-6M-5 -17q5 -6 10 0" ${stroke(color, 2.4)}/>`,
  // A roller bird on a twig.
  [NEELKANTH]: (color) =>
    `<path d="M-17 -9q2 -9 11 -8q7 1 9 7q9 3 15 14l6 12l-13 -8q-12 4 -19 -4q-5 -6 -4 -12z" ${fill(color)}/><path d="M-18 17h34" ${stroke(color, 2.4)}/>`,
  // Seven steps down to the water.
  [GHATS]: (color) =>
    `<path d="M-24 14v-4h7v-5h7v-5h7v-5h6v5h7v5h7v5h7v4z" transform="translate(0 -4)" ${fill(color)}/><path d="M-24 15q6 -5 12 0t12 0t12 0t12 0" ${stroke(color, 2.4)}/>`,
};

/** The publisher's logo and name at the bottom of a cover. */
export function imprint(publisher: string, at: { color: string; x?: number; y?: number }): string {
  const { color, x = WIDTH / 2, y = 886 } = at;
  const device = DEVICES[publisher];
  if (!device) return "";
  return (
    group(device(color), `translate(${x} ${y})`) +
    line(publisher.toUpperCase(), {
      face: "sans",
      size: 15,
      tracking: 0.16,
      x,
      y: y + 44,
      align: "center",
      fill: color,
    })
  );
}
