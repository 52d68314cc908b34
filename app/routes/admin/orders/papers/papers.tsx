import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import {
  LABEL_SIZES,
  type LabelSize,
  type LeftOut,
  leftOutSentence,
  type Paper,
  PAPER_KINDS,
  paperFilePath,
  PAPERS,
  sortOut,
} from "~/domain/sales/papers/papers";
import { readPaperOrders } from "~/domain/sales/papers/papers.server";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/papers";
import { readOrderIds } from "../order-ids";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Print orders") }];
}

/** What can be printed for the orders in the address, one `order` for each, and what is left out of each paper. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const asked = readOrderIds(url.searchParams);
  const { orders } = await readPaperOrders(readDb, asked);
  if (orders.length === 0 && asked.length > 0) throw data(null, { status: 404 });
  return {
    ids: orders.map(({ id }) => id),
    papers: PAPER_KINDS.map((kind) => {
      const { on, leftOut } = sortOut(kind, orders);
      return { kind, count: on.length, leftOut };
    }),
  };
}

export default function Papers({ loaderData: { ids, papers } }: Route.ComponentProps) {
  const listLeft = useListLeft();
  return (
    <div className="admin-page max-w-4xl!">
      <AdminHeading>Print</AdminHeading>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <ButtonLink to={listLeft("/admin/orders")} variant="quiet" size="sm">
          Back to orders
        </ButtonLink>
        <p className="text-muted">
          {ids.length === 0
            ? "Please check the orders to print"
            : ids.length === 1
              ? "1 order"
              : `${ids.length} orders`}
        </p>
      </div>
      {ids.length > 0 ? (
        <dl className="border-line border-t">
          {papers.map((paper) => (
            <PaperRow key={paper.kind} {...paper} ids={ids} />
          ))}
        </dl>
      ) : null}
    </div>
  );
}

const ABOUT: Record<Paper, string> = {
  slips: "An A4 sheet for each parcel, without prices.",
  notes:
    "For buyers on account or with a reference: what was ordered, is in the parcel and is still to come, to be signed.",
  labels: "With address, sender, what is due at the door, and the order number as bars.",
  bills: "The bill or invoice of each order, as it was issued.",
  picklist: "All titles with their copies, and which order needs how many.",
};

interface RowProps {
  kind: Paper;
  count: number;
  leftOut: LeftOut[];
  ids: number[];
}

/** One kind of paper: its file, or its files, and which orders are not in it. */
function PaperRow({ kind, count, leftOut, ids }: RowProps) {
  const { label } = PAPERS[kind];
  const file = (size?: LabelSize) => (
    <ButtonLink key={size} to={paperFilePath(kind, ids, size)} reloadDocument variant="quiet" size="sm">
      {size ? `${label}, ${LABEL_SIZES[size]}` : label} (PDF)
    </ButtonLink>
  );
  return (
    <div className="border-line grid gap-x-6 gap-y-2 border-b py-4 sm:grid-cols-[1fr_auto]">
      <dt className="min-w-0">
        <span className="font-semibold">{label}</span>
        <span className="text-muted block text-sm">{ABOUT[kind]}</span>
        {leftOut.length > 0 ? <span className="block text-sm">{leftOutSentence(leftOut)}</span> : null}
      </dt>
      <dd className="flex flex-wrap items-start gap-2 sm:justify-end">
        {count === 0
          ? "None"
          : kind === "labels"
            ? (Object.keys(LABEL_SIZES) as LabelSize[]).map(file)
            : file()}
      </dd>
    </div>
  );
}
