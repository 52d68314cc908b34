import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { Dashboard } from "~/domain/sales/orders/desk/dashboard.server";
import { ScreenLink, useMaySee } from "~/ui/admin/frame/rights";
import { stateLabel } from "~/domain/sales/orders/orders";
import { OrderMark } from "~/ui/admin/lists/order-mark";
import { Cover } from "~/ui/store/cover";

function ListPanel({
  title,
  empty,
  all,
  children,
}: {
  title: string;
  /** Shown when there are no rows. */
  empty: string;
  /** Link to the full list. */
  all: { to: string; label: string };
  children: ReactNode[];
}) {
  const maySee = useMaySee();
  return (
    <section className="min-w-0">
      <div className="part-head">
        <h2>{title}</h2>
        {children.length > 0 && maySee(all.to) ? (
          <Link to={all.to} className="link py-0.5 text-sm">
            {all.label}
          </Link>
        ) : null}
      </div>
      {children.length === 0 ? (
        <p className="text-muted text-sm">{empty}</p>
      ) : (
        <ul className="grid text-sm">{children}</ul>
      )}
    </section>
  );
}

export function RecentOrders({ orders }: { orders: Dashboard["recentOrders"] }) {
  return (
    <ListPanel title="Recent Orders" empty="No orders yet" all={{ to: "/admin/orders", label: "All orders" }}>
      {orders.map((order) => (
        <li
          key={order.id}
          className="border-line hover:bg-sunken relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5 border-t py-2 first:border-t-0"
        >
          <Link
            to={`/admin/orders/${order.id}`}
            dir="auto"
            className="min-w-0 font-semibold break-words underline-offset-3 after:absolute after:inset-0 hover:underline"
          >
            {order.customer}
          </Link>
          <span className="text-right font-semibold tabular-nums">{formatRupees(order.total)}</span>
          <span className="text-muted tabular-nums">
            #{order.id} · {formatDate(order.placedAt)}
          </span>
          <OrderMark state={order.state} label={stateLabel(order)} className="justify-end" />
        </li>
      ))}
    </ListPanel>
  );
}

export function PopularProducts({ products }: { products: Dashboard["popularProducts"] }) {
  return (
    <ListPanel
      title="Popular Products"
      empty="Nothing sold yet"
      all={{ to: "/admin/products", label: "All books" }}
    >
      {products.map((product) => (
        <BookRow
          key={product.id}
          book={product}
          note={product.sold === 1 ? "1 copy sold" : `${formatCount(product.sold)} copies sold`}
          figure={formatRupees(product.price)}
        />
      ))}
    </ListPanel>
  );
}

export function LowStock({
  lowStock: { count, books },
  hasBooks,
}: {
  lowStock: Dashboard["lowStock"];
  hasBooks: boolean;
}) {
  return (
    <ListPanel
      title="Low stock"
      empty={hasBooks ? "Every book is well in stock" : "No books yet"}
      all={{ to: "/admin/products?stock=low", label: `All ${formatCount(count)}` }}
    >
      {books.map((book) => (
        <BookRow key={book.id} book={book} note={book.stock === 0 ? "Out of stock" : `${book.stock} left`} />
      ))}
    </ListPanel>
  );
}

function BookRow({
  book,
  note,
  figure,
}: {
  book: { id: number; title: string; cover: string | null };
  note: string;
  figure?: string;
}) {
  return (
    <li className="border-line hover:bg-sunken relative flex items-center gap-3 border-t py-2 first:border-t-0">
      <span className="book-cover w-8 shrink-0">
        <Cover cover={book.cover} title={book.title} width={160} sizes="32px" />
      </span>
      <span className="min-w-0 flex-1">
        <ScreenLink
          to={`/admin/products?edit=${book.id}`}
          dir="auto"
          className="row-title underline-offset-3 after:absolute after:inset-0 hover:underline"
          textClass="row-title"
        >
          {book.title}
        </ScreenLink>
        <span className="text-muted tabular-nums">{note}</span>
      </span>
      {figure ? <span className="font-semibold tabular-nums">{figure}</span> : null}
    </li>
  );
}
