import type { ShownBlockOf } from "~/domain/home/shown-blocks";
import styles from "~/styles/more-blocks.css?url";

/** A few large lines with their source. Its styles load only on a page that has it. */
export function Quotation({ content }: ShownBlockOf<"quotation">) {
  if (!content) return null;
  return (
    <section aria-label="Quotation" className="page quotation">
      <link rel="stylesheet" href={styles} precedence="default" />
      <figure>
        <blockquote dir="auto">
          <p>“{content.text}”</p>
        </blockquote>
        {content.source ? <figcaption dir="auto">{content.source}</figcaption> : null}
      </figure>
    </section>
  );
}
