import type { Right } from "~/domain/rights/rights";

/**
 * The data of a 403 that the guard of the back office answers before any loader has run: the sentence, and what the
 * frame of the page shows.
 */
export interface RefusedScreen {
  sentence: string;
  frame: { shopName: string; firstName: string; rights: readonly Right[] };
}

export const isRefusedScreen = (data: unknown): data is RefusedScreen =>
  typeof data === "object" && data !== null && "sentence" in data && "frame" in data;
