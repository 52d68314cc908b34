import { logoSize } from "~/domain/settings/settings";

const HEIGHT = 36;
const WIDEST = 120;

/** The name that /logo.svg belongs to; a shop with another name and no logo shows its initials. */
const KITAB = "Kitab";

/** The shop's logo beside its name. The initials are behind the picture and show when it does not load. */
export function Logo({ shopName, logo }: { shopName: string; logo: string | null }) {
  const initials = shopName
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  const { width, height } = logo === null ? { width: HEIGHT, height: HEIGHT } : fitted(logo);
  const hasPicture = logo !== null || shopName === KITAB;
  // A picture keeps its size when text is enlarged; initials grow with the text.
  return (
    <span className={hasPicture ? "logo" : "logo min-h-9 min-w-9"}>
      <span aria-hidden="true" className="px-1">
        {initials}
      </span>
      {hasPicture ? (
        <img
          src={logo === null ? "/logo.svg" : `/coverpages/${logo}`}
          alt=""
          width={width}
          height={height}
          data-initials={initials}
          className="logo-image"
        />
      ) : null}
    </span>
  );
}

/** In CSS pixels: 36 high, but no wider than leaves room for the name. */
function fitted(logo: string) {
  const { width, height } = logoSize(logo);
  const scale = Math.min(HEIGHT / height, WIDEST / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
