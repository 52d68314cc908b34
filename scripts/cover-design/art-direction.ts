import type { Design } from "./design";
import { arch } from "./designs/arch";
import { blockPrint } from "./designs/block-print";
import { chakra } from "./designs/chakra";
import { jali } from "./designs/jali";
import { kolam } from "./designs/kolam";
import { lotus } from "./designs/lotus";
import { nightCity, nightHills } from "./designs/night";
import { pallu } from "./designs/pallu";
import { raysOfSun, raysOfWheel } from "./designs/rays";
import { tiles } from "./designs/tiles";
import { tree } from "./designs/tree";
import { waves } from "./designs/waves";
import type { PaletteName } from "./palettes";

export const DESIGNS = {
  arch,
  blockPrint,
  chakra,
  jali,
  kolam,
  lotus,
  nightCity,
  nightHills,
  pallu,
  raysOfSun,
  raysOfWheel,
  tiles,
  tree,
  waves,
} satisfies Record<string, Design>;

type Direction = [design: keyof typeof DESIGNS, palette: PaletteName];

/**
 * Design and colours of each book: waves for rivers and journeys, arch for palaces, jali for Sufi verse, lotus for
 * devotion, chakra for epics, rays for pamphlets, pallu and block print for novels of the home, tree for villages,
 * kolam for the south, tiles for children.
 */
export const ART_DIRECTION: Readonly<Record<string, Direction>> = {
  Gitanjali: ["lotus", "indigo"],
  Gora: ["raysOfSun", "turmeric"],
  "Ghare Baire": ["pallu", "madder"],
  "Chokher Bali": ["blockPrint", "aubergine"],
  Anandamath: ["arch", "leaf"],
  Kapalkundala: ["waves", "rose"],
  Devdas: ["nightCity", "aubergine"],
  "Pather Dabi": ["waves", "charcoal"],
  "Pather Panchali": ["tree", "sage"],
  "Chander Pahar": ["nightHills", "teal"],
  "Meghnad Badh Kavya": ["chakra", "charcoal"],
  "Thakurmar Jhuli": ["tiles", "vermilion"],
  "Abol Tabol": ["tiles", "turmeric"],
  Godaan: ["tree", "paper"],
  Gaban: ["blockPrint", "turmeric"],
  Nirmala: ["pallu", "rose"],
  Chandrakanta: ["nightHills", "indigo"],
  Kamayani: ["waves", "indigo"],
  "Andher Nagari": ["raysOfSun", "charcoal"],
  Saket: ["chakra", "sage"],
  Ramcharitmanas: ["lotus", "vermilion"],
  Bijak: ["pallu", "paper"],
  "Umrao Jan Ada": ["arch", "madder"],
  "Mirat-ul-Uroos": ["jali", "rose"],
  "Diwan-e-Ghalib": ["jali", "teal"],
  "Bang-e-Dara": ["arch", "turmeric"],
  Sundari: ["blockPrint", "leaf"],
  Heer: ["jali", "madder"],
  "Yamuna Paryatan": ["waves", "sky"],
  "Pan Lakshat Kon Gheto": ["pallu", "leaf"],
  "Shyamchi Aai": ["lotus", "rose"],
  "Tukaram Gatha": ["chakra", "vermilion"],
  Dnyaneshwari: ["lotus", "charcoal"],
  Gulamgiri: ["raysOfSun", "madder"],
  Saraswatichandra: ["arch", "aubergine"],
  "Satya na Prayogo": ["raysOfWheel", "paper"],
  "Hind Swaraj": ["raysOfWheel", "leaf"],
  Thirukkural: ["kolam", "madder"],
  Silappatikaram: ["chakra", "indigo"],
  "Prathapa Mudaliar Charithram": ["tiles", "sky"],
  "Ponniyin Selvan": ["waves", "turmeric"],
  "Panchali Sapatham": ["kolam", "charcoal"],
  "Rajasekhara Charitramu": ["kolam", "leaf"],
  Kanyasulkam: ["pallu", "indigo"],
  Malapalli: ["tree", "vermilion"],
  "Indira Bai": ["kolam", "rose"],
  Vachanas: ["kolam", "indigo"],
  Indulekha: ["pallu", "turmeric"],
  Marthandavarma: ["arch", "indigo"],
  "Chha Mana Atha Guntha": ["tree", "turmeric"],
  "Burhi Aair Sadhu": ["tiles", "teal"],
  "Miri Jiyori": ["waves", "leaf"],
  Abhijnanashakuntalam: ["tree", "leaf"],
  Panchatantra: ["tiles", "leaf"],
  Arthashastra: ["jali", "charcoal"],
  "Ancient Ballads and Legends of Hindustan": ["jali", "sage"],
  "The Golden Threshold": ["blockPrint", "sky"],
  "Sultana's Dream": ["nightCity", "vermilion"],
  "Annihilation of Caste": ["raysOfSun", "indigo"],
  "The Discovery of India": ["chakra", "paper"],
};

/** Covers of the series without a title. */
export const SERIES: readonly Direction[] = [
  ["jali", "indigo"],
  ["kolam", "teal"],
  ["lotus", "turmeric"],
  ["tree", "charcoal"],
  ["chakra", "madder"],
  ["pallu", "sage"],
  ["blockPrint", "teal"],
  ["tiles", "aubergine"],
];
