import type { Db } from "~/db/database.server";
import type { TemplateFiles } from "~/platform/pdf.server";
import { coverPreview } from "../images/cover-preview.server";
import { logoJpeg } from "../images/images";
import { readSettings } from "../settings/settings.server";

/** What Typst templates show of the look. Both are left out for the default. */
export interface Dress {
  /** #rrggbb, for text on white or paper. */
  accent?: string;
  /** The name of the logo's file among the template's files. */
  logo?: string;
}

const LOGO = "logo.jpg";

/** The look for a document or a drawing, with the file of the logo. Without the logo when it cannot be read now. */
export async function readDress(db: Db, coversDir: string): Promise<{ dress: Dress; files: TemplateFiles }> {
  const { accent, logo } = await readSettings(db);
  const picture = logo === null ? null : await coverPreview(coversDir, logoJpeg(logo));
  return {
    dress: { ...(accent !== null && { accent }), ...(picture?.ok && { logo: LOGO }) },
    files: picture?.ok ? { [LOGO]: picture.bytes } : {},
  };
}
