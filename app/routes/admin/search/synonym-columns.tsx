import { Link, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import type { Synonym } from "~/domain/catalogue/finding/search-terms/synonyms";
import type { Column } from "~/ui/admin/lists/data-table";

export const SYNONYM_COLUMNS: Column<Synonym>[] = [
  {
    title: "Words that mean the same",
    cell: ({ phrases }) => (
      <ul className="flex flex-wrap gap-x-2">
        {phrases.map((phrase, at) => (
          <li key={phrase} className="wrap-anywhere">
            <bdi className={at === 0 ? "font-semibold" : undefined}>{phrase}</bdi>
            {at < phrases.length - 1 ? " =" : null}
          </li>
        ))}
      </ul>
    ),
    className: "w-full min-w-40 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  { title: "Actions", cell: (synonym) => <Links {...synonym} />, className: "whitespace-nowrap" },
];

function Links({ id, phrases }: Synonym) {
  const [params] = useSearchParams();
  const of = (
    <span className="sr-only">
      {" "}
      <bdi>{phrases[0]}</bdi>
    </span>
  );
  return (
    <span className="flex gap-x-4">
      <Link to={listHref(params, { edit: id })} preventScrollReset className="row-link">
        Edit{of}
      </Link>
      <Link to={listHref(params, { confirm: `delete-${id}` })} preventScrollReset className="row-link">
        Delete{of}
      </Link>
    </span>
  );
}
