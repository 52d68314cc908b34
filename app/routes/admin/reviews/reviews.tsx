import { data, Link, useSearchParams } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { findCustomerRow } from "~/domain/people/accounts/customers.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { parseId } from "~/domain/kit/ids";
import { listHref, parseConfirm } from "~/domain/kit/listing/listing";
import {
  reviewFor,
  parseReviewSearch,
  parseReviewState,
  reviewStateMessage,
} from "~/domain/readers/reviews/moderation";
import {
  findReviewForStaff,
  listReviewsForStaff,
  setReviewHidden,
} from "~/domain/readers/reviews/moderation.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { CustomerLink } from "~/ui/admin/lists/customer-link";
import { ListPage, ListTable } from "~/ui/admin/lists/list-page";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/reviews";
import { REVIEW_COLUMNS } from "./review-columns";
import { ReviewDialog } from "./review-dialog";
import { ReviewFilters } from "./review-filters";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Reviews") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const search = parseReviewSearch(url.searchParams);
  const [list, customer, asked] = await Promise.all([
    listReviewsForStaff(readDb, search),
    search.customer === null ? null : findCustomerRow(readDb, search.customer),
    reviewAskedAbout(url.searchParams),
  ]);
  const rows = list.rows.map((review) => reviewFor(review, rights));
  // Without the right to see customers only the names of those who wrote a review.
  const mayName = rights.includes("customers") || list.count > 0;
  return {
    search,
    list: { ...list, rows },
    customer: customer && mayName ? { id: customer.id, name: customer.name } : null,
    asked: asked && { ...asked, review: reviewFor(asked.review, rights) },
  };
}

/** The review of the confirmation dialog; null without one, or if the change was made meanwhile. */
async function reviewAskedAbout(params: URLSearchParams) {
  const confirm = parseConfirm(params, ["hide", "show"]);
  if (!confirm) return null;
  const review = await findReviewForStaff(readDb, confirm.id);
  if (!review) throw data(null, { status: 404 });
  if (review.hidden !== (confirm.action === "show")) return null;
  return { review, audit: await readAudit(readDb, "review", review.id) };
}

/** POST: id, state, and readAt, the time at which the text that staff read was written. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const reviewId = parseId(form.get("id"));
  if (reviewId === null) throw data(null, { status: 404 });
  const state = parseReviewState(form.get("state"));
  if (!state) throw data("Unknown state", { status: 400 });
  const outcome = await setReviewHidden(writeDb, {
    reviewId,
    hidden: state === "hidden",
    readAt: String(form.get("readAt")),
    staffId: requireStaff(context).id,
  });
  if (outcome.ok) {
    const text = reviewStateMessage(state === "hidden");
    return redirectWithFlash(context, `/admin/reviews${listHref(url.searchParams)}`, {
      kind: "success",
      text,
    });
  }
  if (outcome.reason === "not_found") throw data(null, { status: 404 });
  return data({ error: outcome.message }, { status: 400 });
}

export default function Reviews({ loaderData, actionData }: Route.ComponentProps) {
  const { search, list, customer, asked } = loaderData;
  const [params] = useSearchParams();
  return (
    <ListPage
      title="Reviews"
      above={
        customer ? (
          <p className="mb-3 flex flex-wrap items-center gap-x-4 text-sm">
            <span>
              Written by <CustomerLink customer={customer} className="link" />
            </span>
            <Link to={listHref(params, { customer: null })} className="link py-1">
              Reviews of all customers
            </Link>
          </p>
        ) : null
      }
    >
      <ListTable
        label="Reviews"
        columns={REVIEW_COLUMNS}
        list={list}
        search={search}
        filters={<ReviewFilters search={search} />}
        rowKey={(review) => review.id}
        none="No reviews yet"
        stacks
        isTall
      />
      {asked ? <ReviewDialog {...asked} error={actionData?.error} closeTo={listHref(params)} /> : null}
    </ListPage>
  );
}
