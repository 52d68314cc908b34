import { readDb } from "~/db/shop-database.server";
import { iconFile } from "~/domain/kit/images/icons";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { siteFile } from "~/http/listeners/site-file.server";
import { PAPER } from "~/ui/frame/theme";
import type { Route } from "./+types/web-manifest";

type Purpose = "any" | "maskable";

/** The icons of a home screen. @param own the shop's own icon, below /coverpages/ */
function iconsOf(own: string | null) {
  const icon = (src: string, size: number, purpose: Purpose) => ({
    src,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const file = (size: 192 | 512 | "maskable") =>
    own
      ? `/coverpages/${iconFile(own, size)}`
      : `/icons/${size === "maskable" ? "maskable-512" : `icon-${size}`}.png`;
  return [icon(file(192), 192, "any"), icon(file(512), 512, "any"), icon(file("maskable"), 512, "maskable")];
}

/** /manifest.webmanifest: the shop's name, icon and colour on a home screen. */
export function loader({ request }: Route.LoaderArgs) {
  return siteFile(request, {
    key: "manifest",
    type: "application/manifest+json; charset=utf-8",
    async *make() {
      const { shopName, icon, accent } = await readSettings(readDb);
      yield JSON.stringify({
        id: "/",
        name: shopName,
        description: "Books from the languages of India.",
        lang: "en-IN",
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: PAPER.light,
        theme_color: accent ?? PAPER.light,
        icons: iconsOf(icon),
      });
    },
  });
}
