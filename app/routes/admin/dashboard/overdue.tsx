import { Link } from "react-router";
import { formatCount } from "~/domain/counts";
import { Notice } from "~/ui/kit/notice";

/** Books that should be out by now, with the copies that customers have pre-ordered of them. */
export function Overdue({ books, owed }: { books: number; owed: number }) {
  return (
    <div className="mb-8">
      <Notice isSilent>
        {books === 1 ? "1 book is" : `${formatCount(books)} books are`} overdue: the publication date has
        come, and no copy is in stock.{" "}
        {owed > 0
          ? `${owed === 1 ? "1 pre-ordered copy is" : `${formatCount(owed)} pre-ordered copies are`} owed to customers. `
          : null}
        <Link to="/admin/products?release=overdue" className="link">
          See overdue books
        </Link>
      </Notice>
    </div>
  );
}
