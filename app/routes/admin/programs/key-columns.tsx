import { Link, useSearchParams } from "react-router";
import { type ApiKey, KEY_STATE_WORDS } from "~/domain/people/api-keys/api-keys";
import { formatDate, formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { RIGHTS } from "~/domain/kit/rights/rights";
import type { Column } from "~/ui/admin/lists/data-table";

export const KEY_COLUMNS: Column<ApiKey>[] = [
  {
    title: "Key",
    cell: ({ name, lastFour }) => (
      <>
        <span className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </span>
        <span className="text-muted block font-mono text-xs">kitab_…{lastFour}</span>
      </>
    ),
    className: "min-w-40 max-w-64 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Rights",
    cell: (key) => <Rights {...key} />,
    className: "min-w-48 max-w-80 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  {
    title: "Made by",
    label: "Made by",
    cell: ({ maker, createdAt }) => (
      <>
        {maker} <span className="text-muted block text-xs">{formatDate(createdAt)}</span>
      </>
    ),
    className: "min-w-32",
  },
  {
    title: "Last used",
    label: "Last used",
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? <span className="text-muted">Never</span> : formatDateTime(lastUsedAt),
    className: "min-w-28",
  },
  { title: "State", cell: (key) => <State {...key} />, className: "min-w-32" },
  { title: "Actions", cell: (key) => <RevokeLink {...key} />, className: "@max-4xl:ml-auto" },
];

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A right that its maker has lost is struck out. */
function Rights({ rights, present }: ApiKey) {
  return (
    <ul className="text-sm">
      {rights.map((right) => (
        <li key={right}>
          {present.includes(right) ? (
            capitalised(RIGHTS[right])
          ) : (
            <>
              <del className="text-muted">{capitalised(RIGHTS[right])}</del>
              <span className="sr-only"> (its maker does not have this right)</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function State({ state, expiresAt, revokedAt }: ApiKey) {
  const day = state === "revoked" ? revokedAt! : expiresAt;
  return (
    <>
      <span className={state === "active" ? "text-good font-semibold" : "font-semibold"}>
        {KEY_STATE_WORDS[state]}
      </span>
      <span className="text-muted block text-xs">
        {state === "active" || state === "idle" ? "until" : "on"} {formatDateTime(day)}
      </span>
      {state === "idle" ? (
        <span className="text-muted block text-xs">its maker has none of its rights now</span>
      ) : null}
    </>
  );
}

function RevokeLink({ id, name, state }: ApiKey) {
  const [params] = useSearchParams();
  if (state === "revoked" || state === "expired") return null;
  return (
    <Link to={listHref(params, { confirm: `revoke-${id}` })} preventScrollReset className="row-link">
      Revoke<span className="sr-only"> {name}</span>
    </Link>
  );
}
