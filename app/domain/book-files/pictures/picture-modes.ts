import { IMPORT_MODES, type ImportMode } from "../plan/plan";

/** What an import of pictures may do, by the modes of imports. */
const PICTURE_MODES = {
  add_and_change: "Add the pictures, and replace covers that are there already",
  add_only: "Add the pictures, but keep covers that are there already",
} as const satisfies Partial<Record<ImportMode, string>>;

/** The modes that a file can be imported in, with their words. */
export const modesOf = (format: string): Partial<Record<ImportMode, string>> =>
  format === "pictures" ? PICTURE_MODES : IMPORT_MODES;
