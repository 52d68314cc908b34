import { config } from "~/process/config.server";
import { coverMeanwhile, coverPreview } from "~/domain/kit/images/cover-preview.server";
import { redirect } from "~/http/answers/redirect.server";
import { pictureAnswer } from "~/http/answers/picture-answer.server";
import type { Route } from "./+types/cover-preview";

/**
 * A cover's file that does not exist yet (http/listeners/files.server.ts serves the others): its JPEG, or a width that was
 * added later. Made once, from the cover's own WebP, so requests cannot cause more work than there are covers.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const meanwhile = await coverMeanwhile(config.coversDir, params.file);
  if (meanwhile) return redirect(`/coverpages/${meanwhile}`, { headers: { "Cache-Control": "no-store" } });
  return pictureAnswer(request, await coverPreview(config.coversDir, params.file));
}
