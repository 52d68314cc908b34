import type { ReactNode } from "react";
import { type MiddlewareFunction, Outlet, redirect, useRouteLoaderData } from "react-router";
import { adminGuard } from "~/http/guards.server";
import { getVisit } from "~/http/visit.server";
import type { RootData } from "~/root";
import { AdminSidebar } from "~/ui/admin-sidebar";
import { ErrorPage } from "~/ui/error-page";
import type { Route } from "./+types/_layout";

/** 'Back to admin' on the store's preview ends the preview. */
const leavePreview: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  if (url.searchParams.get("preview") !== "off") return next();
  await getVisit(context).setPreview(false);
  throw redirect("/admin", 303);
};

export const middleware: Route.MiddlewareFunction[] = [adminGuard, leavePreview];

/** Runs the guard on client navigations too, where a page without a loader would not ask the server. */
export function loader() {
  return null;
}

export default function AdminLayout() {
  return (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame>
      <ErrorPage error={error} />
    </AdminFrame>
  );
}

function AdminFrame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <div className="min-h-dvh md:flex">
      {root?.account ? <AdminSidebar shopName={root.shop.name} firstName={root.account.firstName} /> : null}
      <main id="main" className="min-w-0 flex-1">
        {children}
      </main>
    </div>
  );
}
