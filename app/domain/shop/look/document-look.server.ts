import type { Db } from "~/db/database.server";
import type { TemplateFiles } from "~/platform/pdf/pdf.server";
import { coverPreview } from "~/domain/kit/images/cover-preview.server";
import { logoJpeg } from "~/domain/kit/images/images";
import { readSettings } from "../settings/settings.server";

/** What Typst templates show of the look. Both are left out for the default. */
export interface DocumentLook {
  /** #rrggbb, for text on white or paper. */
  accent?: string;
  /** The name of the logo's file among the template's files. */
  logo?: string;
}

const LOGO = "logo.jpg";

/** The look for a document or a drawing, with the file of the logo. Without the logo when it cannot be read now. */
export async function readDocumentLook(
  db: Db,
  coversDir: string,
): Promise<{ look: DocumentLook; files: TemplateFiles }> {
  const { accent, logo } = await readSettings(db);
  const picture = logo === null ? null : await coverPreview(coversDir, logoJpeg(logo));
  return {
    look: { ...(accent !== null && { accent }), ...(picture?.ok && { logo: LOGO }) },
    files: picture?.ok ? { [LOGO]: picture.bytes } : {},
  };
}
