import type { ReactNode } from "react";
import { type MiddlewareFunction, Outlet, redirect, useMatches, useRouteLoaderData } from "react-router";
import { adminGuard } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { RootData } from "~/page-data/root-data";
import type { Right } from "~/domain/rights/rights";
import { AdminSidebar } from "~/ui/admin/admin-sidebar";
import { ErrorPage } from "~/ui/frame/error-page";
import { KeptFormProvider } from "~/ui/kit/kept-fields";
import { RightsContext } from "~/ui/admin/rights";
import { parseSidebar, SIDEBAR_COOKIE, type SidebarState } from "~/ui/admin/sidebar-state";
import type { Route } from "./+types/_layout";
import { keptForm } from "./kept-form.server";
import { readParam } from "~/domain/search-params";
import { readHeader } from "~/http/request/headers.server";

/** `?preview=off`, sent by 'Back to admin' in the store's preview, ends the preview. */
const leavePreview: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  if (readParam(url.searchParams, "preview") !== "off") return next();
  await getRequestSession(context).setPreview(false);
  throw redirect("/admin", 303);
};

export const middleware: Route.MiddlewareFunction[] = [adminGuard, leavePreview];

/** With this loader the guard also runs on client navigations to pages without a loader of their own. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const cookies = readHeader(request, "cookie") ?? "";
  return {
    sidebar: parseSidebar(new RegExp(`(?:^|;\\s*)${SIDEBAR_COOKIE}=(\\w+)`).exec(cookies)?.[1]),
    rights: getRequestSession(context).account?.rights ?? [],
    kept: await keptForm(context, request, url.pathname + url.search),
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { sidebar, rights, kept } = loaderData;
  // The preview of the home page has the store's frame instead.
  const isBare = useMatches().some(({ handle }) => (handle as { isBare?: boolean } | undefined)?.isBare);
  return (
    <KeptFormProvider value={kept}>
      {isBare ? (
        <Outlet />
      ) : (
        <AdminFrame sidebar={sidebar} rights={rights}>
          <Outlet />
        </AdminFrame>
      )}
    </KeptFormProvider>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame sidebar={loaderData?.sidebar ?? "open"} rights={loaderData?.rights ?? []}>
      <ErrorPage error={error} />
    </AdminFrame>
  );
}

interface AdminFrameProps {
  sidebar: SidebarState;
  rights: readonly Right[];
  children: ReactNode;
}

function AdminFrame({ sidebar, rights, children }: AdminFrameProps) {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <RightsContext value={rights}>
      <div className="min-h-dvh lg:flex">
        {root?.account ? (
          <AdminSidebar shopName={root.shop.name} firstName={root.account.firstName} state={sidebar} />
        ) : null}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1">
          {children}
        </main>
      </div>
    </RightsContext>
  );
}
