import { useContext } from "react";
import { SaveDataContext } from "./save-data";

/**
 * The width of each variant, and what browsers are told: a tenth more. Nobody sees a picture stretched by so little, and
 * a fine screen that wants a little more than one of them has does not fetch the next, at twice the bytes.
 */
const TOLD = { 160: 176, 320: 352, 640: 704 } as const;
type Width = keyof typeof TOLD;
type Format = "avif" | "webp";

/** Where the variants of a cover stand. @param cover books.cover; null: the default cover */
export function coverUrl(cover: string | null, width: Width, format: Format): string {
  const stem = cover === null ? "/default-cover/default" : `/coverpages/${cover.replace(/\.webp$/, "")}`;
  return format === "webp" && width === 640 ? `${stem}.webp` : `${stem}-${width}.${format}`;
}

const sourceSet = (cover: string | null, format: Format) =>
  ([160, 320, 640] as const).map((width) => `${coverUrl(cover, width, format)} ${TOLD[width]}w`).join(", ");

interface CoverProps {
  cover: string | null;
  title: string;
  width?: Width;
  sizes?: string;
  priority?: boolean;
  className?: string;
}

/**
 * A book's cover at its own 2:3.
 * @param props.width the widest it is shown, in CSS pixels; `sizes` says more where it varies
 * @param props.priority the one image above the fold that matters most: fetched first, never lazy
 */
export function Cover(props: CoverProps) {
  const { cover, title, width = 320, sizes = `${width}px`, priority = false, className = "" } = props;
  const saveData = useContext(SaveDataContext);
  const offer = (format: Format) =>
    saveData
      ? { srcSet: coverUrl(cover, SMALL[width], format) }
      : { srcSet: sourceSet(cover, format), sizes };
  return (
    <picture className="contents">
      <source type="image/avif" {...offer("avif")} />
      <img
        src={coverUrl(cover, saveData ? SMALL[width] : width, "webp")}
        {...(saveData ? {} : offer("webp"))}
        width={width}
        height={width * 1.5}
        alt={`Cover of ${title}`}
        loading={priority ? "eager" : "lazy"}
        fetchPriority={priority ? "high" : undefined}
        decoding="async"
        className={`bg-sunken aspect-2/3 w-full object-cover ${className}`}
      />
    </picture>
  );
}

/** What does on a phone, pixel by pixel, where bytes are to be saved: whatever the screen, one picture to choose from. */
const SMALL = { 160: 160, 320: 160, 640: 320 } as const;
