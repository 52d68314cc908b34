import type { ReactNode } from "react";
import { isRouteErrorResponse, Link, useLocation } from "react-router";
import { ConnectionError } from "./navigation/connection";
import { REQUEST_ID, useFailedRequest } from "./request-id";

/**
 * Shown in place of a page that failed: 404, a refusal, or an error of ours
 * (docs/specification.md §2.25, §8).
 */
export function ErrorPage({ error }: { error: unknown }) {
  if (error instanceof ConnectionError) return <Unreached sentence={error.message} />;
  if (!isRouteErrorResponse(error)) return <Failure error={error} />;
  if (error.status === 404) return <NotFound />;
  const text = typeof error.data === "string" ? error.data : error.statusText;
  // A 503 with its own message: unavailable for now, but not an error.
  if (error.status < 500 || (error.status === 503 && error.data)) return <Refusal text={text} />;
  return <Failure error={error} />;
}

/**
 * The frame of all error pages: what happened, a sentence, and one link. It needs no data and no picture, which could be
 * missing too.
 */
function Frame(props: { title: string; heading: ReactNode; children: ReactNode; way: ReactNode }) {
  return (
    <div className="page failure">
      <title>{props.title}</title>
      <h1 className="rule">{props.heading}</h1>
      {props.children}
      <p>{props.way}</p>
    </div>
  );
}

function NotFound() {
  return (
    <Frame
      title="Page not found"
      heading={
        <>
          <small>404</small> <span>Oops! Page not found</span>
        </>
      }
      way={<HomeLink />}
    >
      <p>There is nothing at this address. It may be mistyped, or the page no longer exists.</p>
    </Frame>
  );
}

/** In the back office it leads to the dashboard: the store would only redirect staff there. */
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
    <Frame title="Not possible" heading="That is not possible" way={<HomeLink />}>
      <p>{text}</p>
    </Frame>
  );
}

/** For Back, or the page after a form, when no answer came: the shop itself has no error. */
function Unreached({ sentence }: { sentence: string }) {
  const { pathname, search } = useLocation();
  return (
    <Frame
      title="No connection"
      heading="No connection"
      way={
        <a href={pathname + search} className="btn btn-primary">
          Try Again
        </a>
      }
    >
      <p>{sentence || "The shop did not answer. Please try again."}</p>
    </Frame>
  );
}

function Failure({ error }: { error: unknown }) {
  const requestId = useFailedRequest();
  return (
    <Frame
      title="Unexpected Application Error!"
      heading="Unexpected Application Error!"
      // A plain link: the page's scripts may be what failed.
      way={
        <a href="/" className="btn btn-primary">
          Return to Home
        </a>
      }
    >
      <p>Something went wrong on our side. Please try again in a moment.</p>
      {requestId ? (
        <p className="text-muted text-sm">
          If you write to us about it, please give this number:{" "}
          <code id={REQUEST_ID} className="wrap-anywhere">
            {requestId}
          </code>
        </p>
      ) : null}
      {import.meta.env.DEV && error instanceof Error ? (
        <pre className="bg-sunken text-sm wrap-anywhere">{error.stack}</pre>
      ) : null}
    </Frame>
  );
}
