/** Returns numbers from 0 to less than 1. */
export type Random = () => number;

/** The same seed gives the same numbers on every machine (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from `low` to `high`, both inclusive. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** Like `pick`, but earlier items are picked far more often than later ones. */
export function pickSkewed<Item>(random: Random, items: readonly Item[]): Item {
  return pick(() => random() ** 2.2, items);
}

/**
 * The numbers from 0 to `size` - 1 in a mixed order, each once.
 * @returns a function that gives the n-th of them; beyond `size` it starts again
 */
export function mixedOrder(size: number): (n: number) => number {
  // A step that is coprime to the size reaches each number once.
  let step = 7919;
  while (greatestCommonDivisor(step, size) !== 1) step += 2;
  return (n) => (n * step) % size;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
