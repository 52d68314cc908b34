import { z } from "zod";
import { typedText } from "../typed-text";
import { DEFAULT_ACCENT, FACE_NAMES, type Look } from "./look";

/** "#rrggbb" or "#rgb", with or without the sign. */
export const ACCENT_MAX = 7;

const NOT_A_COLOUR = "Please type a colour as # and six digits or letters from a to f, such as #0b5d4a";

/** A colour as typed; the default and an empty text give null. */
const accent = typedText(ACCENT_MAX, NOT_A_COLOUR)
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

/** Accent and display face. Whether the colour can be read is checked on saving (`saveLook`). */
export const lookSchema = z.object({
  accent,
  face: z.enum(FACE_NAMES, { error: "Please choose one of the faces" }),
}) satisfies z.ZodType<Look>;

/** The maximum length of a look as JSON. */
const SHOWN_MAX = 200;

/** The look that the form showed, sent to notice changes by others. @returns null when it is missing or invalid */
export function parseShownLook(text: FormDataEntryValue | null): Look | null {
  if (typeof text !== "string" || text.length > SHOWN_MAX) return null;
  try {
    const shown = z.object({ accent: z.string().max(ACCENT_MAX).nullable(), face: z.enum(FACE_NAMES) });
    return shown.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
