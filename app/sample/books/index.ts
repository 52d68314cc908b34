import type { SampleBook } from "../sample-book";
import { BENGALI_BOOKS } from "./bengali";
import { EASTERN_AND_ENGLISH_BOOKS } from "./east-and-english";
import { NORTHERN_BOOKS } from "./north";
import { SOUTHERN_BOOKS } from "./south";
import { WESTERN_BOOKS } from "./west";

/** The sixty books of the sample catalogue. */
export const SAMPLE_BOOKS: readonly SampleBook[] = [
  ...BENGALI_BOOKS,
  ...NORTHERN_BOOKS,
  ...WESTERN_BOOKS,
  ...SOUTHERN_BOOKS,
  ...EASTERN_AND_ENGLISH_BOOKS,
];
