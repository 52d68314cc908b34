import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { FIND_MAX, type Findings } from "~/domain/opening/find-anything/finding";
import { findAnything } from "~/domain/opening/find-anything/finding.server";
import { readTyped } from "~/domain/kit/search-params";
import { requireStaff } from "~/http/request/guards.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AdminSearch } from "~/ui/admin/frame/admin-search";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/find";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData?.q ? `Find: ${loaderData.q}` : "Find anything") }];
}

/** GET ?q=: books, orders, customers and screens, as far as the member of staff may see them. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { rights } = requireStaff(context);
  const q = readTyped(url.searchParams, "q", FIND_MAX).trim();
  return { q, found: await findAnything(readDb, { q, rights }) };
}

export default function Find({ loaderData: { q, found } }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Find anything</AdminHeading>
      <div className="mb-6 max-w-2xl">
        <AdminSearch id="find-here" query={q} hasFocus={q === ""} />
      </div>
      {q === "" ? <Hint /> : <Results q={q} found={found} />}
    </div>
  );
}

function Hint() {
  return (
    <div className="text-muted grid max-w-prose gap-2">
      <p>
        Finds books by title, author or ISBN, orders by number, name, mobile, email, tracking number or
        payment, customers, and the screens and settings of the back office.
      </p>
      <p className="needs-js max-lg:hidden">
        <kbd>/</kbd> or <kbd>Ctrl</kbd>+<kbd>K</kbd> leads here from every page.
      </p>
    </div>
  );
}

function Results({ q, found: { groups, isForgiven } }: { q: string; found: Findings }) {
  if (groups.length === 0) {
    return (
      <div role="status" className="grid gap-2">
        <p className="font-semibold">
          Nothing found for “<bdi>{q}</bdi>”
        </p>
        <p className="text-muted">Fewer words or another spelling may help.</p>
      </div>
    );
  }
  return (
    <div className="grid max-w-4xl gap-8">
      {isForgiven ? (
        <p role="status">
          Nothing has “<bdi>{q}</bdi>”. These are similar:
        </p>
      ) : null}
      {groups.map(({ key, label, rows, all }) => (
        <section key={key} aria-labelledby={`found-${key}`}>
          <div className="part-head">
            <h2 id={`found-${key}`}>{label}</h2>
            {all ? (
              <Link to={all.to} className="link py-0.5 text-sm">
                {all.label}
              </Link>
            ) : null}
          </div>
          <ul className="grid text-sm">
            {rows.map(({ to, title, note }) => (
              <li
                key={to}
                className="border-line hover:bg-sunken relative grid gap-0.5 border-t py-2 first:border-t-0"
              >
                <Link
                  to={to}
                  dir="auto"
                  className="row-title underline-offset-3 after:absolute after:inset-0 hover:underline"
                >
                  {title}
                </Link>
                {note ? (
                  <span className="text-muted wrap-anywhere" dir="auto">
                    {note}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
