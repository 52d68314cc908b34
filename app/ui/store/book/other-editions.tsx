import { Link } from "react-router";
import { bookPath } from "~/domain/catalogue/books/book-address";
import { notOnSale, releaseWords } from "~/domain/catalogue/books/sale/sale";
import type { Edition } from "~/domain/catalogue/books/editions";
import styles from "~/styles/book-more.css?url";
import { Price } from "../price";

/** 'Also available as': all editions of the work side by side, the present one marked. Nothing without others. */
export function OtherEditions({ editions, bookId }: { editions: Edition[]; bookId: number }) {
  if (editions.length === 0) return null;
  return (
    <nav className="editions" aria-labelledby="editions">
      <link rel="stylesheet" href={styles} precedence="default" />
      <p id="editions">Also available as</p>
      <ul>
        {editions.map((edition) => {
          const isShown = edition.id === bookId;
          return (
            <li key={edition.id}>
              <Link to={bookPath(edition)} aria-current={isShown ? "page" : undefined}>
                <b>{edition.label}</b>
                <span>
                  <Price price={edition.price} salePrice={edition.salePrice} yourPrice={edition.yourPrice} />
                </span>
                <small>{availability(edition)}</small>
                {isShown ? <small>This edition</small> : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function availability(edition: Edition): string {
  if (edition.stock === 0) return notOnSale(edition);
  return edition.forthcoming ? releaseWords(edition.forthcoming).label : "In stock";
}
