import type { ComponentProps, ReactNode } from "react";
import {
  countFilters,
  type ForgivingListing,
  type Listing,
  type ListSearch,
  listHref,
} from "~/domain/kit/listing/listing";
import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { AdminHeading } from "../frame/admin-heading";
import { DataTable } from "./data-table";
import { ForgivenNote } from "./forgiven-note";
import { FilterButton, ListFooter, ListToolbar } from "./list-controls";
import { useListParams } from "./list-params";

interface ListTableProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, "rows" | "sort"> {
  list: Listing<Row> | ForgivingListing<Row>;
  search: ListSearch<string>;
  /** Controls beside the search box. */
  filters?: ReactNode;
  /** The button that sends them is shown with scripts too. */
  hasFilterButton?: boolean;
  finds?: string;
  /** What an empty list says that nothing narrows. */
  none?: string;
}

/** A list with its search box, filters, table and pages. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { list, search, filters, hasFilterButton, finds, none, empty, ...table } = props;
  const params = useListParams();
  const isNarrowed = search.q !== "" || countFilters(params) > 0;
  const buttoned = filters && (
    <>
      {filters}
      <FilterButton isShown={hasFilterButton} />
    </>
  );
  return (
    <>
      <ListToolbar search={search} filters={buttoned} finds={finds} />
      {"isForgiven" in list ? <ForgivenNote search={search} list={list} /> : null}
      <DataTable
        rows={list.rows}
        sort={search.sort}
        empty={empty ?? (isNarrowed ? undefined : none)}
        {...table}
      />
      <ListFooter list={list} />
    </>
  );
}

/**
 * The frame of a list's page: heading, what is above the list, the list, and below it what its URL opens.
 * @param add the label of the button that opens `?add=1` @param aside instead of that button
 * @param above tabs, and what the list is for
 */
export function ListPage({
  title,
  add,
  aside = add && <AddLink>{add}</AddLink>,
  above,
  children,
}: {
  title: ReactNode;
  add?: string;
  aside?: ReactNode;
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="admin-page">
      <AdminHeading aside={aside}>{title}</AdminHeading>
      {above}
      {children}
    </div>
  );
}

/** The button that opens the panel for a new row; the list stays as it is. */
export function AddLink({ children }: { children: ReactNode }) {
  return (
    <ButtonLink to={listHref(useListParams(), { add: 1 })} preventScrollReset size="sm">
      {children}
    </ButtonLink>
  );
}

/** The question of `?confirm=delete-`: posts intent=delete with the id. @param children what is lost */
export function DeleteForm({ title, id, children }: { title: string; id: number; children: ReactNode }) {
  return (
    <ConfirmForm
      title={title}
      closeTo={listHref(useListParams())}
      button={
        <Button name="intent" value="delete" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="id" value={id} />
      <p className="wrap-anywhere">{children}</p>
    </ConfirmForm>
  );
}
