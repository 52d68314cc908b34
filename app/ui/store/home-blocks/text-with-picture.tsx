import type { ShownBlockOf } from "~/domain/home/shown-blocks";
import { ButtonLink } from "~/ui/kit/button";
import styles from "~/styles/more-blocks.css?url";

/** A text beside its picture. Its styles load only on a page that has it. */
export function TextWithPicture({ content, html, picture }: ShownBlockOf<"textWithPicture">) {
  if (!content) return null;
  const { heading, side, button, to } = content;
  return (
    <section className={`page text-picture ${picture ? `is-${side}` : ""}`}>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div>
        {heading ? <h2 dir="auto">{heading}</h2> : null}
        {/* Made from Markdown with HTML off (platform/markdown.server.ts). */}
        <div className="home-text" dangerouslySetInnerHTML={{ __html: html }} />
        {button ? <ButtonLink to={to}>{button}</ButtonLink> : null}
      </div>
      {picture ? (
        <img
          src={picture.src}
          srcSet={picture.srcSet || undefined}
          sizes={picture.srcSet ? "(min-width: 72rem) 33rem, (min-width: 48rem) 46vw, 92vw" : undefined}
          width={picture.width}
          height={picture.height}
          alt={picture.alt}
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </section>
  );
}
