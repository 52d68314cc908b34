const WIDTHS = [160, 320, 640] as const;

/** Where the variants of a cover stand. @param cover books.cover; null: the default cover */
export function coverUrl(cover: string | null, width: 160 | 320 | 640, format: "avif" | "webp"): string {
  const stem = cover === null ? "/default-cover/default" : `/coverpages/${cover.replace(/\.webp$/, "")}`;
  return format === "webp" && width === 640 ? `${stem}.webp` : `${stem}-${width}.${format}`;
}

const sourceSet = (cover: string | null, format: "avif" | "webp") =>
  WIDTHS.map((width) => `${coverUrl(cover, width, format)} ${width}w`).join(", ");

/**
 * A book's cover at its own 2:3.
 * @param width the widest it is shown, in CSS pixels; `sizes` says more where it varies
 * @param priority the one image above the fold that matters most: fetched first, never lazy
 */
export function Cover({
  cover,
  title,
  width = 320,
  sizes = `${width}px`,
  priority = false,
  className = "",
}: {
  cover: string | null;
  title: string;
  width?: 160 | 320 | 640;
  sizes?: string;
  priority?: boolean;
  className?: string;
}) {
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={sourceSet(cover, "avif")} sizes={sizes} />
      <img
        src={coverUrl(cover, width, "webp")}
        srcSet={sourceSet(cover, "webp")}
        sizes={sizes}
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
