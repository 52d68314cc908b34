import { redirect } from "react-router";
import { config } from "~/config.server";
import { coverMeanwhile, coverPreview } from "~/domain/images/cover-preview.server";
import { pictureAnswer } from "~/http/answers/picture-answer.server";
import type { Route } from "./+types/cover-preview";

/**
 * What is not there yet of a cover (http/listeners/files.server.ts serves what is): its JPEG, or a width that came after it. Made
 * once, from the cover's own WebP: nobody can ask for more work than there are covers.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  const meanwhile = await coverMeanwhile(config.coversDir, params.file);
  if (meanwhile) return redirect(`/coverpages/${meanwhile}`, { headers: { "Cache-Control": "no-store" } });
  return pictureAnswer(request, await coverPreview(config.coversDir, params.file));
}
