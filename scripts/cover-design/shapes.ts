/** Shapes as SVG text. Coordinates are pixels of a cover of 640 by 960. */
export const WIDTH = 640;
export const HEIGHT = 960;

export type Point = readonly [x: number, y: number];

export const number = (value: number) => String(Math.round(value * 10) / 10);
const pair = ([x, y]: Point) => `${number(x)} ${number(y)}`;

export const polar = ([x, y]: Point, radius: number, turns: number): Point => [
  x + radius * Math.sin(turns * 2 * Math.PI),
  y - radius * Math.cos(turns * 2 * Math.PI),
];

export const rect = (x: number, y: number, width: number, height: number, paint: string) =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" ${paint}/>`;

export const circle = ([x, y]: Point, radius: number, paint: string) =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" ${paint}/>`;

export const path = (d: string, paint: string) => `<path d="${d}" ${paint}/>`;

export const polygon = (points: readonly Point[], paint: string) =>
  path(`M${points.map(pair).join("L")}Z`, paint);

export const group = (content: string, transform: string) => `<g transform="${transform}">${content}</g>`;

export const fill = (color: string) => `fill="${color}"`;
export const stroke = (color: string, width: number) =>
  `fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`;

/** `count` copies of a drawing, rotated around `centre`; the drawing is centred at the origin, its top upwards. */
export function around(centre: Point, count: number, drawing: (index: number) => string, offset = 0): string {
  return Array.from({ length: count }, (_, index) =>
    group(drawing(index), `translate(${pair(centre)}) rotate(${number((360 * (index + offset)) / count)})`),
  ).join("");
}

/** A star with `points` tips. */
export function star(
  centre: Point,
  points: number,
  outer: number,
  inner: number,
  paint: string,
  turn = 0,
): string {
  return polygon(
    Array.from({ length: points * 2 }, (_, index) =>
      polar(centre, index % 2 === 0 ? outer : inner, turn + index / (points * 2)),
    ),
    paint,
  );
}

/** A pointed petal from `[x, base]` up to `[x, tip]`. */
export function petal(x: number, base: number, tip: number, width: number, paint: string): string {
  const length = base - tip;
  const side = (sign: 1 | -1) =>
    `${pair([x + (sign * width) / 2, base - length * 0.3])} ${pair([x + (sign * width) / 2, base - length * 0.68])}`;
  const back = `${pair([x + width / 2, base - length * 0.68])} ${pair([x + width / 2, base - length * 0.3])}`;
  return path(`M${pair([x, base])}C${side(-1)} ${pair([x, tip])}C${back} ${pair([x, base])}Z`, paint);
}

/** A leaf from `[0, 0]` to `[length, 0]`, turned by `degrees` about `at`. */
export function leaf(at: Point, length: number, width: number, degrees: number, paint: string): string {
  const half = number(width / 2);
  const d = `M0 0C${number(length * 0.25)} -${half} ${number(length * 0.7)} -${half} ${number(length)} 0C${number(length * 0.7)} ${half} ${number(length * 0.25)} ${half} 0 0Z`;
  return group(path(d, paint), `translate(${pair(at)}) rotate(${number(degrees)})`);
}

/** Triangles side by side, tips up (or down), along y. */
export function teeth(y: number, size: number, height: number, paint: string): string {
  const count = Math.ceil(WIDTH / size);
  return Array.from({ length: count }, (_, index) =>
    polygon(
      [
        [index * size, y],
        [(index + 0.5) * size, y - height],
        [(index + 1) * size, y],
      ],
      paint,
    ),
  ).join("");
}

/** A row of dots across the cover. */
export function dots(y: number, gap: number, radius: number, paint: string): string {
  const count = Math.floor(WIDTH / gap);
  const left = (WIDTH - (count - 1) * gap) / 2;
  return Array.from({ length: count }, (_, index) => circle([left + index * gap, y], radius, paint)).join("");
}

/** Clips `content` to a rectangle. `id` must be unique on the cover. */
export function clipped(
  id: string,
  x: number,
  y: number,
  width: number,
  height: number,
  content: string,
): string {
  return `<clipPath id="${id}">${rect(x, y, width, height, "")}</clipPath><g clip-path="url(#${id})">${content}</g>`;
}

/** Mixes two colours such as `#aabbcc` and `#ddeeff`; 0 gives the first. */
export function mix(first: string, second: string, share: number): string {
  const parts = (color: string) =>
    [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const [a, b] = [parts(first), parts(second)];
  return `#${a
    .map((value, index) =>
      Math.round(value + (b[index]! - value) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
