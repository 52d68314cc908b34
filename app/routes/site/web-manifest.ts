import { readDb } from "~/db/shop-database.server";
import { readSettings } from "~/domain/settings/settings.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { PAPER } from "~/ui/frame/theme";
import type { Route } from "./+types/web-manifest";

const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

/** /manifest.webmanifest: the shop's name and icon on a home screen. */
export function loader({ request }: Route.LoaderArgs) {
  return siteFile(request, {
    key: "manifest",
    type: "application/manifest+json; charset=utf-8",
    async *make() {
      const { shopName } = await readSettings(readDb);
      yield JSON.stringify({
        id: "/",
        name: shopName,
        description: "Books from the languages of India.",
        lang: "en-IN",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: PAPER.light,
        theme_color: PAPER.light,
        icons: [
          icon("icon-192", 192, "any"),
          icon("icon-512", 512, "any"),
          icon("maskable-512", 512, "maskable"),
        ],
      });
    },
  });
}
