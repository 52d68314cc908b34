import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";
import styles from "~/styles/more-blocks.css?url";

/**
 * A block that the server made whole: a text with picture, a quotation. A visitor's browser needs no script for it, and
 * its styles load only on a page that has one.
 */
export function MadeBlock({ look, html }: ShownBlockOf<"textWithPicture" | "quotation">) {
  return (
    <section className={`page ${look}`}>
      <link rel="stylesheet" href={styles} precedence="default" />
      {/* From app/domain/front/home/made-blocks.server.ts, which escapes what staff typed. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}
