import type { ReactNode } from "react";
import { Link } from "react-router";
import type { CustomerDetail } from "~/domain/people/accounts/customers";
import { formatCount } from "~/domain/kit/counts";
import { formatDate } from "~/domain/kit/dates";
import type { Listing } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { type ModeratedReview, REVIEW_STATE_LABELS } from "~/domain/readers/reviews/moderation";
import { AddressLines } from "~/ui/account/address-lines";
import { EmailText } from "~/ui/kit/email-text";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { Figure } from "~/ui/admin/lists/figures";
import type { Parcels } from "~/domain/sales/at-the-door/door-limits.server";
import { refusedInWords } from "~/domain/sales/at-the-door/refusing";
import { stateLabel } from "~/domain/sales/orders/orders";
import { OrderMark } from "~/ui/admin/lists/order-mark";
import { Stars } from "~/ui/store/stars";

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="min-w-0 text-sm">
      <div className="part-head">
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

const FIGURE = "grid min-w-0 content-start gap-0.5 py-3 sm:px-5 sm:first:pl-0";

/** The customer's email and dates, and their figures. */
export function CustomerFacts({ customer }: { customer: CustomerDetail }) {
  const { id, email, emailConfirmedAt, joinedAt, deletedAt, orders, spent, lastOrderAt } = customer;
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 text-sm">
        <Fact title="ID">{id}</Fact>
        {deletedAt ? null : (
          <Fact title="Email">
            <a href={`mailto:${email}`} className="link">
              <EmailText email={email} />
            </a>{" "}
            <span className="text-muted text-sm">
              {emailConfirmedAt ? `confirmed on ${formatDate(emailConfirmedAt)}` : "not confirmed"}
            </span>
          </Fact>
        )}
        <Fact title="Joined">{formatDate(joinedAt)}</Fact>
        {deletedAt ? <Fact title="Deleted">{formatDate(deletedAt)} by the customer</Fact> : null}
      </dl>
      <dl className="border-line-strong divide-line mt-3 grid border-y max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        <Figure className={FIGURE} title="Orders" note="all, unpaid and cancelled ones too">
          {formatCount(orders)}
        </Figure>
        <Figure className={FIGURE} title="Spent" note="paid, less what was refunded">
          {formatRupees(spent)}
        </Figure>
        <Figure className={FIGURE} title="Last order" note={lastOrderAt ? "the newest placed" : "none yet"}>
          {lastOrderAt ? formatDate(lastOrderAt) : "–"}
        </Figure>
      </dl>
    </>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <dt className="text-muted text-sm">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** @param parcels those to be paid at the door */
export function CustomerOrders({ customer, parcels }: { customer: CustomerDetail; parcels: Parcels }) {
  const { id, deletedAt, orders, recentOrders } = customer;
  return (
    <Part
      title="Orders"
      aside={
        <span className="flex flex-wrap gap-x-4">
          {orders > 0 ? (
            <Link to={`/admin/orders?customer=${id}`} className="link">
              {orders === 1 ? "In the list of orders" : `All ${formatCount(orders)} orders`}
            </Link>
          ) : null}
          <Link to={`/admin/quotations?customer=${id}`} className="link">
            Quotations
          </Link>
          {deletedAt ? null : (
            <IfMay right="dispatch">
              <Link to={`/admin/orders/new?customer=${id}`} className="link">
                New order
              </Link>
            </IfMay>
          )}
        </span>
      }
    >
      {recentOrders.length === 0 ? <p className="text-muted">No orders yet</p> : null}
      {parcels.ended > 0 ? (
        <p className="text-muted mb-2">Refused at the door: {refusedInWords(parcels)}</p>
      ) : null}
      <ul>
        {recentOrders.map((order) => (
          <li
            key={order.id}
            className="border-line grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t py-2 first:border-t-0 lg:grid-cols-[4rem_1fr_8.5rem_6.5rem]"
          >
            <Link to={`/admin/orders/${order.id}`} className="link w-fit font-semibold tabular-nums">
              #{order.id}
            </Link>
            <span className="text-muted max-lg:text-right">
              {formatDate(order.placedAt)} · {order.itemCount === 1 ? "1 item" : `${order.itemCount} items`}
            </span>
            <span>
              <OrderMark state={order.state} label={stateLabel(order)} />
            </span>
            <span className="text-right font-semibold tabular-nums">{formatRupees(order.total)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function CustomerReviews({
  customerId,
  reviews,
}: {
  customerId: number;
  reviews: Listing<ModeratedReview>;
}) {
  const list = `/admin/reviews?customer=${customerId}`;
  return (
    <Part
      title="Reviews"
      aside={
        reviews.count > 0 ? (
          <Link to={list} className="link">
            {reviews.count === 1 ? "In the list of reviews" : `All ${formatCount(reviews.count)} reviews`}
          </Link>
        ) : null
      }
    >
      {reviews.count === 0 ? <p className="text-muted">No reviews yet</p> : null}
      <ul>
        {reviews.rows.map((review) => (
          <li key={review.id} className="border-line grid gap-1 border-t py-2.5 first:border-t-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <ScreenLink
                to={`/admin/products?edit=${review.book.id}`}
                dir="auto"
                className="link font-semibold wrap-anywhere"
                textClass="font-semibold wrap-anywhere"
              >
                {review.book.title}
              </ScreenLink>
              <Stars rating={review.rating} />
              <span className="text-muted text-sm">{formatDate(review.writtenAt)}</span>
            </p>
            <p className="max-w-prose wrap-anywhere whitespace-pre-line" dir="auto">
              {review.remarks}
            </p>
            <p className="text-muted flex items-center gap-x-3">
              {REVIEW_STATE_LABELS[review.hidden ? "hidden" : "visible"]}
              <Link
                to={`${list}&confirm=${review.hidden ? "show" : "hide"}-${review.id}`}
                className="link py-1"
              >
                {review.hidden ? "Show" : "Hide"}
                <span className="sr-only">: review of {review.book.title}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

export function CustomerAddresses({ addresses }: Pick<CustomerDetail, "addresses">) {
  return (
    <Part title="Saved addresses">
      {addresses.length === 0 ? <p className="text-muted">None saved</p> : null}
      <ul>
        {addresses.map((address) => (
          <li key={address.id} className="border-line border-t py-2 wrap-anywhere first:border-t-0">
            <AddressLines address={address} />
            <span className="text-muted block">
              <EmailText email={address.email} />
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
