import { z } from "zod";
import { typedText } from "~/domain/kit/typed-text";

export const ALT_MAX = 200;

const TOO_LONG = `Please use at most ${ALT_MAX} characters`;
const MISSING = "Please say what the picture shows";

/** What a picture shows, for people who cannot see it; one line. */
export const altSchema = typedText(ALT_MAX, TOO_LONG, MISSING)
  .transform((text) => text.replace(/[\s\p{Cc}]+/gu, " ").trim())
  .pipe(z.string().max(ALT_MAX, { error: TOO_LONG }).min(1, { error: MISSING }));
