import { config } from "~/config.server";
import { coverPreview } from "~/domain/images/cover-preview.server";
import type { Route } from "./+types/cover-preview";

/**
 * A cover's JPEG that is not there yet (http/files.server.ts serves those that are). Made once, from the cover's own
 * WebP: nobody can ask for more work than there are covers.
 */
export async function loader({ params }: Route.LoaderArgs) {
  const preview = await coverPreview(config.coversDir, params.file);
  if (preview.ok) {
    return new Response(new Uint8Array(preview.bytes), {
      headers: {
        "Content-Type": "image/jpeg",
        "Content-Length": String(preview.bytes.length),
        "Cache-Control": "public, max-age=31536000, immutable",
      },
    });
  }
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return preview.reason === "not_found"
    ? new Response("There is no such picture.\n", { status: 404, headers })
    : new Response("The picture is not ready yet.\n", {
        status: 503,
        headers: { ...headers, "Retry-After": "30" },
      });
}
