import { z } from "zod";
import { SYNONYM_MAX } from "./synonyms";

const TOO_FEW = "At least two words or phrases are required, each on a line of its own";

/** A synonym as staff type it: a word or phrase on each line. Commas and equals signs separate as well. */
export const synonymSchema = z.object({
  phrases: z
    .string({ error: TOO_FEW })
    .max(SYNONYM_MAX.text, { error: `At most ${SYNONYM_MAX.text} characters`, abort: true })
    .transform((text, context) => {
      const phrases = [
        ...new Set(
          text
            .split(/[\n,=]/)
            .map(tidy)
            .filter(Boolean),
        ),
      ];
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (phrases.length < 2) refuse(TOO_FEW);
      if (phrases.length > SYNONYM_MAX.phrases) refuse(`At most ${SYNONYM_MAX.phrases} words or phrases`);
      for (const phrase of phrases) {
        const problem = problemOf(phrase);
        if (problem) refuse(`“${[...phrase].slice(0, SYNONYM_MAX.phrase).join("")}” ${problem}`);
      }
      return phrases;
    }),
});

const tidy = (line: string) =>
  line
    .normalize("NFC")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

function problemOf(phrase: string): string | null {
  if (!/[\p{L}\p{N}]/u.test(phrase)) return "has no letter or digit";
  if ([...phrase].length > SYNONYM_MAX.phrase) return `has more than ${SYNONYM_MAX.phrase} characters`;
  if (phrase.split(" ").length > SYNONYM_MAX.words) return `has more than ${SYNONYM_MAX.words} words`;
  return null;
}
