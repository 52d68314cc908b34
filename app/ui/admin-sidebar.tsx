import { Form, Link, NavLink } from "react-router";
import { Icon } from "./icons";

const item = "btn btn-plain w-full justify-start! px-3";

/** The back office's navigation: beside the page on wide screens, a menu above it on narrow ones. */
export function AdminSidebar({ shopName, firstName }: { shopName: string; firstName: string }) {
  return (
    <>
      <header className="bg-card border-line border-b md:hidden">
        <details>
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-4 py-2">
            <span className="font-display truncate text-xl font-semibold">{shopName}</span>
            <span className="flex items-center gap-2 text-sm font-semibold">
              Menu <Icon name="menu" />
            </span>
          </summary>
          <div className="grid gap-1 p-3">
            <Entries firstName={firstName} />
          </div>
        </details>
      </header>
      <aside className="bg-card border-line sticky top-0 hidden h-dvh w-64 shrink-0 flex-col overflow-y-auto border-r p-3 md:flex">
        <p className="font-display truncate px-3 py-3 text-xl font-semibold">{shopName}</p>
        <Entries firstName={firstName} />
      </aside>
    </>
  );
}

function Entries({ firstName }: { firstName: string }) {
  return (
    <>
      <nav aria-label="Back office" className="grid flex-1 content-start gap-1">
        <NavLink
          to="/admin"
          end
          className={`${item} aria-[current=page]:bg-sunken aria-[current=page]:text-accent`}
        >
          Dashboard
        </NavLink>
        <p className="text-muted mt-4 px-3 text-sm">Navigation</p>
        <Link to="/?preview=on" className={item}>
          Go to Store
        </Link>
      </nav>
      <div className="border-line mt-4 grid gap-1 border-t pt-3">
        <p className="text-muted px-3 text-sm break-words">Signed in as {firstName}</p>
        <Form method="post" action="/logout">
          <button type="submit" className={item}>
            Logout
          </button>
        </Form>
      </div>
    </>
  );
}
