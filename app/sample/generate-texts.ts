import { PLACES, QUALITIES, THINGS } from "./generate-words";
import { pick, type Random } from "./random";

export interface GeneratedTexts {
  title: string;
  brief: string;
  description: string;
}

interface Words {
  place: string;
  other: string;
  thing: string;
  second: string;
  quality: string;
  tag: string;
}

const TITLES: ((words: Words) => string)[] = [
  ({ thing, place }) => `The ${thing} of ${place}`,
  ({ quality, thing }) => `The ${quality} ${thing}`,
  ({ quality, thing, place }) => `The ${quality} ${thing} of ${place}`,
  ({ thing, second }) => `The ${thing} and the ${second}`,
  ({ place, other }) => `From ${place} to ${other}`,
  ({ place, quality }) => `Letters from ${a(quality)} House in ${place}`,
  ({ thing, second }) => capital(`${a(thing)} Without ${a(second)}`),
  ({ place, quality, thing }) => `${place}, and the ${quality} ${thing}`,
  ({ thing, place }) => `What the ${thing} Saw in ${place}`,
  ({ quality, place }) => `The ${quality} Years in ${place}`,
  ({ thing, second, place }) => `The ${thing}, the ${second} and the Road to ${place}`,
];

const BRIEFS: ((words: Words) => string)[] = [
  ({ place, thing }) =>
    `In ${place}, nobody has asked about the ${low(thing)} for years, until a stranger does. A book about what a town remembers.`,
  ({ place, other, second }) =>
    `A family leaves ${place} for ${other} with one trunk, ${a(low(second))} painted on its lid. Three generations later the trunk is opened.`,
  ({ tag, place }) =>
    `A much loved title on our ${low(tag)} shelf, set in and around ${place} and told without hurry.`,
  ({ quality, thing, place }) =>
    `Twelve chapters, one rainy season, and ${a(low(quality))} ${low(thing)}: ${place} as its own people know it.`,
  ({ thing, second }) =>
    `Two old friends disagree about ${a(low(thing))}. By the last page they disagree about ${a(low(second))} too, and everything has changed.`,
];

const DESCRIPTIONS: ((words: Words) => string)[] = [
  ({ place, other }) =>
    `The book begins at the station in ${place} and ends on the road to ${other}. Between the two lies a year of small decisions, each of which seemed to matter less than it did.`,
  ({ thing, place }) =>
    `Everyone in ${place} has a version of what became of the ${low(thing)}. The author sets the versions side by side and lets the reader judge.`,
  ({ tag }) =>
    `Readers who know the author's other books will find the same dry humour here, and a tenderness that is new. A good place to begin with ${low(tag)}.`,
  ({ second, other }) =>
    `With a map, a note on the words left untranslated, and an afterword on the real ${low(second)} of ${other}.`,
];

const low = (text: string) => text.toLowerCase();
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const a = (word: string) => (/^[aeio]|^u[pmn]/i.test(word) ? `an ${word}` : `a ${word}`);

/** A matching title, brief and description of two or three sentences. */
export function generateTexts(random: Random, tag: string): GeneratedTexts {
  const [place, other] = two(random, PLACES);
  const [thing, second] = two(random, THINGS);
  const words: Words = {
    place,
    other,
    thing,
    second,
    quality: pick(random, QUALITIES),
    tag,
  };
  return {
    title: pick(random, TITLES)(words),
    brief: pick(random, BRIEFS)(words),
    description: `${pick(random, DESCRIPTIONS)(words)}\n\n${pick(random, DESCRIPTIONS)(words)}`,
  };
}

function two<Item>(random: Random, items: readonly Item[]): [Item, Item] {
  const first = pick(random, items);
  for (;;) {
    const second = pick(random, items);
    if (second !== first) return [first, second];
  }
}
