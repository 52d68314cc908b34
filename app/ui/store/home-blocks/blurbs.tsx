import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";

/** Two to four short texts side by side. */
export function Blurbs({ content: given = DEFAULT_CONTENT.blurbs }: ShownBlockOf<"blurbs">) {
  const { title1, text1, title2, text2, title3, text3, title4, text4 } = given;
  const blurbs = [
    [title1, text1],
    [title2, text2],
    [title3, text3],
    [title4, text4],
  ];
  return (
    <section aria-label="Why shop here" className="page">
      <ul className="blurbs">
        {blurbs.map(([title, text]) =>
          title ? (
            <li key={title}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  );
}
