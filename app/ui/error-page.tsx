import { isRouteErrorResponse, Link, useLocation, useRouteLoaderData } from "react-router";
import type { RootData } from "~/root";

/** What stands where a page could not be shown: 404, a refusal, or a failure of ours (specification section 8). */
export function ErrorPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <Failure error={error} />;
  if (error.status === 404) return <NotFound />;
  const text = typeof error.data === "string" ? error.data : error.statusText;
  // 503 with words of its own: not now, but not a fault either.
  if (error.status < 500 || (error.status === 503 && error.data)) return <Refusal text={text} />;
  return <Failure error={error} />;
}

function NotFound() {
  return (
    <div className="page grid justify-items-center gap-4 py-20! text-center">
      <title>Page not found</title>
      <h1 className="grid gap-2">
        <span className="text-accent text-7xl">404</span>{" "}
        <span className="text-2xl">Oops! Page not found</span>
      </h1>
      <HomeLink />
    </div>
  );
}

/** Staff go back to their desk: the store would only send them there. */
function HomeLink() {
  const isBackOffice = useLocation().pathname.startsWith("/admin");
  return (
    <Link to={isBackOffice ? "/admin" : "/"} className="btn btn-primary">
      Return to {isBackOffice ? "Dashboard" : "Home"}
    </Link>
  );
}

function Refusal({ text }: { text: string }) {
  return (
    <div className="page grid justify-items-center gap-4 py-20! text-center">
      <title>Not possible</title>
      <h1 className="text-3xl">That is not possible</h1>
      <p>{text}</p>
      <HomeLink />
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  const root = useRouteLoaderData<RootData>("root");
  // The id belongs to the document's request; a later navigation in the page was another request.
  const isFirstPage = useLocation().key === "default";
  return (
    <div className="page grid max-w-2xl! gap-4 py-20!">
      <title>Unexpected Application Error!</title>
      <h1 className="text-3xl">Unexpected Application Error!</h1>
      <p>Something went wrong on our side. Nothing was lost; please try again in a moment.</p>
      {root && isFirstPage ? (
        <p className="text-muted text-sm">
          If you write to us about it, please give this number: <code>{root.requestId}</code>
        </p>
      ) : null}
      <p>
        <a href="/" className="btn btn-primary">
          Return to Home
        </a>
      </p>
      {import.meta.env.DEV && error instanceof Error ? (
        <pre className="bg-sunken overflow-x-auto rounded-md p-4 text-sm">{error.stack}</pre>
      ) : null}
    </div>
  );
}
