import { pictureSource } from "~/domain/shop/pictures/pictures";

/**
 * A picture that staff uploaded, in the width that the page needs. @param file pictures.file
 * @param sizes its width on the page, for the browser's choice of file
 */
export function Picture({
  file,
  alt,
  sizes,
  className,
  priority = false,
}: {
  file: string;
  alt: string;
  sizes: string;
  className?: string;
  /** For a picture that is visible at once. */
  priority?: boolean;
}) {
  const source = pictureSource(file);
  if (!source) return null;
  const { src, srcSet, width, height } = source;
  return (
    <img
      src={src}
      srcSet={srcSet || undefined}
      sizes={srcSet ? sizes : undefined}
      width={width}
      height={height}
      alt={alt}
      loading={priority ? undefined : "lazy"}
      fetchPriority={priority ? "high" : undefined}
      decoding="async"
      className={className}
    />
  );
}
