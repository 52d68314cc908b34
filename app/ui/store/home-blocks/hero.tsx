import { bookPath } from "~/domain/catalogue/books/book-address";
import { Link } from "react-router";
import { DEFAULT_CONTENT } from "~/domain/front/home/default-home";
import type { ShownBlockOf } from "~/domain/front/home/shown-blocks";
import { ButtonLink } from "~/ui/kit/button";
import { BOOK_WORDS } from "~/ui/store/home-blocks/book-words";
import words from "~/ui/store/home-blocks/book-words.svg?url&no-inline";
import { Cover } from "~/ui/store/cover";

/** The heading beside three covers; below it the word for 'book' in the languages of India, each the door to its books. */
export function Hero({ books, doors = {}, content = DEFAULT_CONTENT.hero }: ShownBlockOf<"hero">) {
  return (
    <section className="hero page">
      <div>
        <h1>{content.title}</h1>
        {content.text ? <p>{content.text}</p> : null}
        {content.button ? <ButtonLink to={content.to}>{content.button}</ButtonLink> : null}
      </div>
      <div className={content.words ? "ledge" : "ledge pb-5"}>
        {books.map((book, index) => (
          <Link key={book.id} to={bookPath(book)} className="book-cover">
            <Cover
              cover={book.cover}
              title={book.title}
              sizes={index === 0 ? "(min-width: 48rem) 17rem, 40vw" : "(min-width: 48rem) 12rem, 28vw"}
              priority={index === 0}
            />
          </Link>
        ))}
      </div>
      {content.words ? (
        <ul className="words">
          {BOOK_WORDS.map(({ lang, word, width }) => {
            const [part, name, count] = doors[lang] ?? [];
            const drawing = (
              <svg role="img" aria-label={word} lang={lang} viewBox={`0 0 ${width} 200`}>
                <use href={`${words}#${lang}`} />
              </svg>
            );
            return (
              <li key={lang}>
                {part ? (
                  <Link to={`/languages/${part}`}>
                    {drawing}
                    <small>
                      {count}
                      <span className="sr-only"> in {name}</span>
                    </small>
                  </Link>
                ) : (
                  drawing
                )}
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
