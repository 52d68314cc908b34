import { Fragment, lazy, Suspense } from "react";
import { Link } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { textLanguage } from "~/domain/catalogue/books/record/text-language";
import { namePath } from "~/domain/catalogue/names/name-address";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { NamedRow } from "~/domain/kit/master-data";
import { limitMessage } from "~/domain/sales/cart/copies-limit";
import { QuantityField } from "~/ui/kit/quantity-field";
import { SaleBadge } from "../lists/book-card";
import { titleFit } from "../lists/title-fit";
import { Price } from "../price";
import { Stars } from "../stars";
import { PinBox } from "../pin-box";
import { AddToCart } from "./add-to-cart";
import type { BookPageProps, ShownBook } from "./book-page";
import { LargeOrder } from "./large-order";
import { OtherEditions } from "./other-editions";
import { SeriesNav } from "./series-nav";
import { ShareLink } from "./share-link";
import { WishForm } from "./wish-form";

/** Only a book that is sold out has it: other pages do not fetch its code. The server renders it at once. */
const loadNotify = async () => ({ default: (await import("./notify-form")).NotifyForm });
const NotifyForm = import.meta.env.SSR ? (await loadNotify()).default : lazy(loadNotify);

/** The id of the form that adds the book to the cart. */
const BUY = "buy";

/** Beside the cover, as on the title page of a book: what it is, what it costs, and the forms to have it. */
export function TitlePage(props: BookPageProps) {
  const { book, facts, editions, place, languageTag } = props;
  return (
    <div>
      <h1 dir="auto" lang={book.lang} className={titleFit(book.title)}>
        {book.title}
      </h1>
      {book.subtitle ? (
        <p dir="auto" lang={textLanguage(book.subtitle, languageTag)} className="font-display mt-1 text-xl">
          {book.subtitle}
        </p>
      ) : null}
      <LanguageLine {...props} />
      {facts.hasAuthors ? <By by="by" people={book.authors} /> : null}
      {facts.credits.map((credit) => (
        <By key={credit.by} {...credit} />
      ))}
      <p className="facts">
        {facts.status ? <strong>{facts.status}</strong> : null}
        {facts.release ? <span>{facts.release}</span> : null}
        {book.ratingCount > 0 ? (
          <Link to={`${bookPath(book)}?tab=reviews#tabs`}>
            <Stars rating={book.rating} count={book.ratingCount} />
            <span className="sr-only"> Read the reviews</span>
          </Link>
        ) : null}
      </p>
      <p className="brief" dir="auto" lang={textLanguage(book.brief, languageTag)}>
        {book.brief}
      </p>
      <OtherEditions editions={editions} bookId={book.id} />
      <Purchase {...props} />
      <SeriesNav place={place} />
      <ul aria-label="Tags" className="tags">
        {book.tags.map((tag) => (
          <li key={tag.id}>
            <Link to={`/books?${new URLSearchParams({ tag: tag.name })}`} dir="auto">
              {tag.name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The price, and what a visitor can do: buy the book or wait for it, wish for it, share it. */
function Purchase({ book, mostCopies, delivery, pinBox, url, own }: BookPageProps) {
  return (
    <div className="purchase">
      <p className="cost">
        <Price price={book.price} salePrice={book.salePrice} yourPrice={book.yourPrice} large />
        <SaleBadge {...book} />
        {book.saleEndsOn ? <span className="text-muted">until {formatDate(book.saleEndsOn)}</span> : null}
        <StockFact book={book} />
      </p>
      {book.yourSteps ? (
        <p className="text-muted text-sm">
          Your price for one copy:{" "}
          {book.yourSteps.map(({ from, price }) => `${formatRupees(price)} from ${from}`).join(", ")}
        </p>
      ) : null}
      <AddToCart book={book} variant="primary" size="md" className="buy-form bar-after" id={BUY}>
        <QuantityField
          id="quantity"
          max={Math.min(book.stock, mostCopies)}
          tooMany={mostCopies < book.stock ? limitMessage(mostCopies) : `Only ${book.stock} left`}
        />
      </AddToCart>
      {book.stock > 0 ? (
        <div className="text-muted text-sm">
          {pinBox ? <PinBox box={pinBox} action={bookPath(book)} /> : null}
          <p>{delivery}</p>
          <LargeOrder bookId={book.id} most={mostCopies} />
        </div>
      ) : book.isOutOfPrint ? null : (
        <Suspense>
          <NotifyForm
            bookId={book.id}
            isWaiting={own?.isWaiting ?? false}
            isNew={book.forthcoming !== undefined}
          />
        </Suspense>
      )}
      <div className="aside-actions">
        <WishForm bookId={book.id} isWished={own?.isWished ?? false} />
        <ShareLink url={url} title={book.title} />
      </div>
    </div>
  );
}

/** What the book is called in its own script, and its languages as a publisher names them: 'In Bengali · বাংলা'. */
function LanguageLine({ book, facts: { original, ownNames, translatedFrom } }: BookPageProps) {
  const languages = [book.language, ...book.furtherLanguages];
  return (
    <div className="in-language">
      {original ? (
        <p dir="auto" lang={original.lang}>
          {original.title}
        </p>
      ) : null}
      <p>
        In{" "}
        {languages.map((language, index) => {
          const [own, lang] = ownNames[index] ?? [];
          return (
            <Fragment key={language.id}>
              {index > 0 ? ", " : ""}
              <Link to={namePath("languages", language)}>{language.name}</Link>
              {own ? (
                <>
                  {" · "}
                  <bdi lang={lang ?? undefined}>{own}</bdi>
                </>
              ) : null}
            </Fragment>
          );
        })}
        {translatedFrom ? `, translated from ${translatedFrom}` : ""}
      </p>
    </div>
  );
}

/** The price and the button once those of the page have left a phone's screen (styles/book-page.css); needs no script. */
export function BuyBar({ book }: { book: ShownBook }) {
  if (book.stock === 0) return null;
  return (
    <div className="bar">
      <span>
        <Price price={book.price} salePrice={book.salePrice} yourPrice={book.yourPrice} />
      </span>
      <button type="submit" form={BUY} className="btn btn-primary">
        {book.forthcoming ? "Pre-order" : "Add to Cart"}
      </button>
    </div>
  );
}

/** The names of some people, each a link to their page. */
function By({ by, people }: { by: string; people: NamedRow[] }) {
  return (
    <p className="by">
      {by}{" "}
      {people.map((person, index) => (
        <Fragment key={person.id}>
          {index > 0 ? ", " : ""}
          <Link to={namePath("authors", person)}>
            <bdi>{person.name}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

/** Below this many copies the stock is shown as a number. */
const FEW = 6;

/** Empty for a book that cannot be bought, whose button says why. */
function StockFact({ book: { stock, forthcoming } }: { book: ShownBook }) {
  if (stock === 0) return null;
  if (forthcoming) return stock < FEW ? <span className="stock">Only {stock} left to pre-order</span> : null;
  return <span className="stock">{stock < FEW ? `Only ${stock} left in stock` : "In stock"}</span>;
}
