import { readDb, writeDb } from "~/db/shop-database.server";
import { settingsBody, settingsJson, settingsToJson } from "~/domain/shop/settings/settings.json.ts";
import { SETTINGS_SAVED, type SettingsValues } from "~/domain/shop/settings/settings.schema";
import {
  readSettings,
  readSettingsStillNeeded,
  saveSettings,
  settingsValues,
} from "~/domain/shop/settings/settings.server";
import { done, operation, refused, resultSchema } from "~/api/operation.server";

const tag = "Settings";
const access = "staff";
const right = "settings";

/** The settings that staff can change without a restart. The logo is changed on the page. */
export const settings = [
  operation({
    method: "GET",
    path: "/settings/admin",
    tag,
    summary: "The shop's settings",
    access,
    right,
    answer: settingsJson,
    async handle() {
      const stored = await readSettings(readDb);
      return settingsToJson(settingsValues(stored), stored.logo);
    },
  }),

  operation({
    method: "POST",
    path: "/settings/admin",
    tag,
    summary: "Change some of the settings",
    description: "Changes the settings sent; the others are not changed.",
    access,
    right,
    body: settingsBody,
    answer: resultSchema,
    async handle({ body: { shown, ...given }, caller }) {
      const current = settingsValues(await readSettings(readDb));
      const values = over(current, given);
      const seen: Partial<SettingsValues> = over(current, shown ?? {});
      // A setting that a live shop still needs counts as new, even when the value sent is the default.
      for (const key of await readSettingsStillNeeded(readDb)) if (given[key] !== undefined) delete seen[key];
      const outcome = await saveSettings(writeDb, { staffId: caller.account!.id, values, shown: seen });
      if (outcome.ok) return done(SETTINGS_SAVED);
      const errors = Object.entries(outcome.messages).map(([key, message]) => [key, [message]]);
      return refused(outcome.summary, Object.fromEntries(errors) as Record<string, string[]>);
    },
  }),
];

/** The values, overridden by the given ones. */
function over(
  values: SettingsValues,
  given: { [Key in keyof SettingsValues]?: SettingsValues[Key] | undefined },
) {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...values, ...(Object.fromEntries(set) as Partial<SettingsValues>) };
}
