import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";
import { NewsletterForm } from "~/ui/store/newsletter-form";

export function Newsletter({ content = DEFAULT_CONTENT.newsletter }: ShownBlockOf<"newsletter">) {
  return (
    <section aria-labelledby="newsletter" className="letters">
      <div className="page">
        <div>
          <h2 id="newsletter">{content.heading}</h2>
          {content.text ? <p>{content.text}</p> : null}
        </div>
        <NewsletterForm />
      </div>
    </section>
  );
}
