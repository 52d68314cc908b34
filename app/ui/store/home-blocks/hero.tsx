import { bookPath } from "~/domain/catalogue/book-address";
import { Link } from "react-router";
import { DEFAULT_CONTENT } from "~/domain/home/default-home";
import type { ShownBlockOf } from "~/domain/home/shown-blocks";
import { ButtonLink } from "~/ui/kit/button";
import { BOOK_WORDS } from "~/ui/store/book-words";
import words from "~/ui/store/book-words.svg?url&no-inline";
import { Cover } from "~/ui/store/cover";

/** The heading beside three covers; below it the word for 'book' in the languages of India. */
export function Hero({ books, content = DEFAULT_CONTENT.hero }: ShownBlockOf<"hero">) {
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
        <p className="words">
          {BOOK_WORDS.map(({ lang, word, width }) => (
            <svg key={lang} role="img" aria-label={word} lang={lang} viewBox={`0 0 ${width} 200`}>
              <use href={`${words}#${lang}`} />
            </svg>
          ))}
        </p>
      ) : null}
    </section>
  );
}
