import { config } from "~/config.server";
import { coverPreview } from "~/domain/images/cover-preview.server";
import { pictureAnswer } from "~/http/picture-answer.server";
import type { Route } from "./+types/cover-preview";

/**
 * A cover's JPEG that is not there yet (http/files.server.ts serves those that are). Made once, from the cover's own
 * WebP: nobody can ask for more work than there are covers.
 */
export async function loader({ request, params }: Route.LoaderArgs) {
  return pictureAnswer(request, await coverPreview(config.coversDir, params.file));
}
