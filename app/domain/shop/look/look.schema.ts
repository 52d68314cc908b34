import { z } from "zod";
import { typedNumber } from "~/domain/kit/typed-text";
import { type ChosenLook, DEFAULT_ACCENT, FACE_NAMES } from "./look";
import { parseGivenJson } from "~/platform/given-json";

/** "#rrggbb" or "#rgb", with or without the sign. */
export const ACCENT_MAX = 7;

const NOT_A_COLOUR = "Please type a colour as # and six digits or letters from a to f, such as #0b5d4a";

/** A colour as typed; the default and an empty text give null. */
const accent = typedNumber(ACCENT_MAX, NOT_A_COLOUR)
  .default("")
  .transform((text, context): string | null => {
    const typed = text.trim().toLowerCase().replace(/^#/, "");
    if (typed === "") return null;
    if (!/^(?:[\da-f]{3}|[\da-f]{6})$/.test(typed)) {
      context.addIssue({ code: "custom", message: NOT_A_COLOUR });
      return z.NEVER;
    }
    const colour = `#${typed.length === 3 ? [...typed].map((digit) => digit + digit).join("") : typed}`;
    return colour === DEFAULT_ACCENT ? null : colour;
  });

/** Accent, display face, and whether the logo contains the name. Whether the colour can be read is checked on saving (`saveLook`). */
export const lookSchema = z.object({
  accent,
  face: z.enum(FACE_NAMES, { error: "Please choose one of the faces" }),
  /** Browsers do not send a checkbox that is not ticked. */
  logoAlone: z.boolean().default(false),
}) satisfies z.ZodType<ChosenLook>;

/** The maximum length of a look as JSON. */
const SHOWN_MAX = 200;

/** The look that the form showed, sent to notice changes by others. @returns null when it is missing or invalid */
export function parseShownLook(text: FormDataEntryValue | null): ChosenLook | null {
  if (typeof text !== "string" || text.length > SHOWN_MAX) return null;
  try {
    const shown = z.object({
      accent: z.string().max(ACCENT_MAX).nullable(),
      face: z.enum(FACE_NAMES),
      // A form that was open before this was a choice does not send it.
      logoAlone: z.boolean().default(false),
    });
    return shown.safeParse(parseGivenJson(text)).data ?? null;
  } catch {
    return null;
  }
}
