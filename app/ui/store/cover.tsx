import { useContext } from "react";
import wordStyles from "~/styles/cover-words.css?url";
import { SaveDataContext } from "~/ui/frame/save-data";

/** The widths that exist of each cover (platform/image-worker.mjs). */
const WIDTHS = { avif: [160, 240, 320, 640], webp: [160, 320, 640] } as const;
type Format = keyof typeof WIDTHS;
type Width = (typeof WIDTHS)[Format][number];

/** The address of a cover's variant. @param cover books.cover; null: the default cover */
function coverUrl(cover: string | null, width: Width, format: Format): string {
  const stem = cover === null ? "/default-cover/default" : `/coverpages/${cover.replace(/\.webp$/, "")}`;
  return format === "webp" && width === 640 ? `${stem}.webp` : `${stem}-${width}.${format}`;
}

/** @param isSmall whether three widths do */
const sourceSet = (cover: string | null, isSmall: boolean) =>
  // Stretching a picture by a tenth is not visible, so a screen that needs a little more does not fetch a larger one.
  WIDTHS.avif
    .slice(0, isSmall ? 3 : 4)
    .map((width) => `${coverUrl(cover, width, "avif")} ${Math.round(width * 1.1)}w`)
    .join(", ");

/**
 * On phones one and a half image pixels per CSS pixel look as good as a screen's full density. The last entry of `sizes` is
 * the phone's.
 */
function forPhones(sizes: string): string {
  const [, number, unit] = /([\d.]+)(rem|vw|px)$/.exec(sizes) ?? [];
  const at = (density: number, share: number) =>
    `(max-width: 40rem) and (min-resolution: ${density}x) ${Math.round(Number(number) * share * 10) / 10}${unit}, `;
  if (!number) return sizes;
  return at(2.5, 0.5) + at(1.5, 0.75) + sizes;
}

interface CoverProps {
  cover: string | null;
  /** "" where it stands beside the picture. */
  title: string;
  /** The authors, for a book without a cover: the default cover shows them below the title. */
  by?: string;
  width?: 160 | 320 | 640;
  sizes?: string;
  priority?: boolean;
  className?: string;
}

/**
 * A book's cover, 2:3.
 * @param props.width the largest width in CSS pixels; `sizes` says more when it varies
 * @param props.priority for the main image above the fold: fetched first, never lazy
 */
export function Cover(props: CoverProps) {
  const { cover, title, width = 320, sizes = `${width}px`, priority = false, className = "" } = props;
  const saveData = useContext(SaveDataContext);
  const offer = saveData
    ? { srcSet: coverUrl(cover, SMALL[width], "avif") }
    : { srcSet: sourceSet(cover, width < 320), sizes: forPhones(sizes) };
  const picture = (
    <picture className="contents">
      <source type="image/avif" {...offer} />
      {/* The few browsers without AVIF get a single size. */}
      <img
        src={coverUrl(cover, saveData ? SMALL[width] : width, "webp")}
        width={width}
        height={width * 1.5}
        alt={title && `Cover of ${title}`}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        className={className ? `cover ${className}` : "cover"}
      />
    </picture>
  );
  if (cover !== null) return picture;
  return (
    <>
      <link rel="stylesheet" href={wordStyles} precedence="default" />
      {picture}
      <span aria-hidden="true" className="cover-words" dir="auto">
        <span className="line-clamp-3">{title}</span>
        {props.by ? <small className="truncate">{props.by}</small> : null}
      </span>
    </>
  );
}

/** The widths for Save-Data: one small picture, whatever the screen. */
const SMALL = { 160: 160, 320: 160, 640: 320 } as const;
