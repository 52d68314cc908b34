import type { Db } from "~/db/database.server";
import { changedFields } from "~/domain/kit/audit/audit";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { iconFile } from "~/domain/kit/images/icons";
import type { Settings } from "../settings/settings";
import { readSettings, writeLook } from "../settings/settings.server";
import { type AccentColours, accentColours, colourFault } from "./accent-colours.server";
import {
  type ChosenLook,
  DEFAULT_ACCENT,
  DEFAULT_FACE,
  DISPLAY_FACES,
  isDisplayFace,
  type Look,
  lookSheetPath,
  type PageLook,
} from "./look";
import type { LookFiles } from "./look-sheet.server";

/** The look in the settings. A face that this version does not have gives the default. */
const lookOf = ({ accent, displayFace }: Pick<Settings, "accent" | "displayFace">): Look => ({
  accent,
  face: isDisplayFace(displayFace) ? displayFace : DEFAULT_FACE,
});

/** The look in the settings, with what the form changes besides. */
export const chosenLookOf = (settings: Settings): ChosenLook => ({
  ...lookOf(settings),
  logoAlone: settings.logoAlone,
});

/** The look that staff chose, with defaults for the rest. */
export const readLook = async (db: Db): Promise<ChosenLook> => chosenLookOf(await readSettings(db));

/** The accent's colours for mails and documents; null: the default ones. */
export const ownColours = ({ accent }: Pick<Settings, "accent">): AccentColours | null =>
  accent === null ? null : accentColours(accent);

export type SaveLookOutcome =
  | { ok: true }
  /** The colour cannot be read somewhere. */
  | { ok: false; reason: "unreadable"; message: string; nearest: string }
  /** Somebody else has changed what this form changes too. Nothing was saved. */
  | {
      ok: false;
      reason: "changed";
      messages: Partial<Record<keyof ChosenLook, string>>;
      current: ChosenLook;
    };

/**
 * Saves what the form changes; only what differs from what the form showed, so that changes by others are kept.
 * @param given.shown what the form was filled with; null: unknown, so everything counts as changed by somebody else
 */
export async function saveLook(
  db: Db,
  given: { staffId: number; look: ChosenLook; shown: ChosenLook | null },
  now = new Date(),
): Promise<SaveLookOutcome> {
  const { staffId, look, shown } = given;
  const fault = look.accent === null ? null : colourFault(look.accent);
  if (fault) return { ok: false, reason: "unreadable", ...fault };
  return db.transaction().execute(async (trx): Promise<SaveLookOutcome> => {
    const current = await readLook(trx);
    const keys = ["accent", "face", "logoAlone"] as const;
    const changed = keys.filter((key) => shown === null || look[key] !== shown[key]);
    const disputed = changed.filter((key) => current[key] !== shown?.[key] && look[key] !== current[key]);
    if (disputed.length > 0) {
      const history = await readAudit(trx, "look", 0);
      const messages = Object.fromEntries(
        disputed.map((key) => {
          const label = LABELS[key];
          const who =
            history.find((entry) => entry.changes.some((change) => change.field === label))?.who ??
            "somebody else";
          const now = inWords(current)[label];
          return [key, `Changed meanwhile by ${who} to “${now}”. Save again to replace that.`];
        }),
      );
      return { ok: false, reason: "changed", messages, current };
    }
    const next = { ...current, ...Object.fromEntries(changed.map((key) => [key, look[key]])) };
    const named = changedFields(inWords(current), inWords(next));
    if (Object.keys(named.after).length === 0) return { ok: true };
    const { accent, face: displayFace, logoAlone } = next;
    await writeLook(trx, staffId, { accent, displayFace, logoAlone }, now, named);
    return { ok: true };
  });
}

const LABELS = {
  accent: "Accent colour",
  face: "Display face",
  logoAlone: "The logo contains the shop's name",
} as const;

const inWords = ({ accent, face, logoAlone }: ChosenLook) => ({
  [LABELS.accent]: accent ?? DEFAULT_ACCENT,
  [LABELS.face]: DISPLAY_FACES[face].label,
  [LABELS.logoAlone]: logoAlone ? "yes" : "no",
});

/** @returns undefined for the default look, for which pages need nothing */
export function pageLook(settings: Settings, { faces }: LookFiles): PageLook | undefined {
  const look = lookOf(settings);
  const sheet = lookSheetPath(look);
  const colours = ownColours(settings);
  const { icon } = settings;
  if (sheet === null && icon === null) return undefined;
  return {
    ...(sheet && { sheet }),
    ...(look.face !== DEFAULT_FACE && { font: faces[look.face].latin }),
    ...(colours && { bars: { light: colours.light.accent, dark: colours.dark.accent } }),
    ...(icon && { tab: `/coverpages/${iconFile(icon, 32)}`, touch: `/coverpages/${iconFile(icon, 180)}` }),
  };
}
