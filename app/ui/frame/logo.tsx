import { logoSize } from "~/domain/shop/settings/settings";

/** In CSS pixels. One that contains the name is larger, for its letters. */
const BESIDE_NAME = { height: 36, width: 120 };
const ALONE = { height: 40, width: 240 };

/** The name that /logo.svg belongs to; a shop with another name and no logo shows its initials. */
const KITAB = "Kitab";

/**
 * The shop's logo beside its name, or alone. The initials are behind the picture and show when it does not load.
 * @param isAlone the logo contains the name, and is read as it
 */
export function Logo({
  shopName,
  logo,
  isAlone = false,
}: {
  shopName: string;
  logo: string | null;
  isAlone?: boolean;
}) {
  const initials = shopName
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .join("")
    .slice(0, 2)
    .toUpperCase();
  const { width, height } =
    logo === null
      ? { width: BESIDE_NAME.height, height: BESIDE_NAME.height }
      : fitted(logo, isAlone ? ALONE : BESIDE_NAME);
  const hasPicture = logo !== null || shopName === KITAB;
  // A picture keeps its size when text is enlarged; initials grow with the text.
  return (
    <span
      className={["logo", !hasPicture && "min-h-9 min-w-9", isAlone && "is-alone"].filter(Boolean).join(" ")}
    >
      <span aria-hidden="true" className="px-1">
        {initials}
      </span>
      {hasPicture ? (
        <img
          src={logo === null ? "/logo.svg" : `/coverpages/${logo}`}
          alt={isAlone ? shopName : ""}
          width={width}
          height={height}
          data-initials={initials}
          className="logo-image"
        />
      ) : null}
    </span>
  );
}

/** As high as the bar allows, but no wider than leaves room for the rest. */
function fitted(logo: string, most: { width: number; height: number }) {
  const { width, height } = logoSize(logo);
  const scale = Math.min(most.height / height, most.width / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
