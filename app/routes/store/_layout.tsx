import { Outlet } from "react-router";
import { adminsToBackOffice } from "~/http/request/guards.server";
import { ErrorPage } from "~/ui/frame/error-page";
import { notWhileFiltering } from "~/ui/frame/revalidation";
import { StoreFrame } from "~/ui/frame/store-frame";
import type { Route } from "./+types/_layout";

export const middleware: Route.MiddlewareFunction[] = [adminsToBackOffice];

/** With a loader, client navigations run the middleware even for pages that have none. */
export function loader() {
  return null;
}

export const shouldRevalidate = notWhileFiltering;

export default function StoreLayout() {
  return (
    <StoreFrame>
      <Outlet />
    </StoreFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <StoreFrame>
      <ErrorPage error={error} />
    </StoreFrame>
  );
}
