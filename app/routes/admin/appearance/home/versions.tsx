import { Link, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import type { HomeVersion } from "~/domain/front/home/publishing.server";
import { listHref } from "~/domain/kit/listing/listing";
import { FormGroup } from "~/ui/admin/forms/form-group";

/** What was published, the newest first; each can be brought back as a draft, and the page as the shop came too. */
export function Versions({ versions }: { versions: HomeVersion[] }) {
  const [params] = useSearchParams();
  if (versions.length === 0) return null;
  return (
    <FormGroup title="Published versions" level={3}>
      <ol className="grid grid-cols-1 gap-3 text-sm">
        {versions.map(({ id, who, at, changes }, index) => (
          <li key={id} className="border-line grid grid-cols-1 gap-0.5 border-l-2 pl-3">
            <p>
              <span className="font-semibold">{who ?? "A former member of staff"}</span> ·{" "}
              <time dateTime={at} className="text-muted">
                {formatDateTime(at)}
              </time>
              {index === 0 ? " · what visitors see now" : null}
            </p>
            <ul className="text-muted">
              {changes.map((change) => (
                <li key={change} className="wrap-anywhere">
                  {change}
                </li>
              ))}
            </ul>
            {index === 0 ? null : (
              <Link
                to={listHref(params, { confirm: `restore-${id}` })}
                preventScrollReset
                className="row-link w-fit"
              >
                Bring back…<span className="sr-only"> the version of {formatDateTime(at)}</span>
              </Link>
            )}
          </li>
        ))}
        <li className="border-line border-l-2 pl-3">
          <p className="font-semibold">The page as the shop came</p>
          <Link to={listHref(params, { confirm: "first-1" })} preventScrollReset className="row-link w-fit">
            Bring back…<span className="sr-only"> the page as the shop came</span>
          </Link>
        </li>
      </ol>
    </FormGroup>
  );
}
