/** Words and phrases that mean the same to the search, e.g. "Mahabharat" and "महाभारत". */
export interface Synonym {
  id: number;
  /** As staff typed them, in their order; at least two. */
  phrases: string[];
}

export const SYNONYM_MAX = {
  phrase: 60,
  /** Words of a phrase. */
  words: 5,
  phrases: 20,
  /** Synonyms of a shop. */
  synonyms: 500,
  text: 2000,
} as const;

export const SYNONYM_NOT_FOUND = "This synonym is no longer there";
