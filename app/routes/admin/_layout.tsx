import type { ComponentProps, ReactNode } from "react";
import { type MiddlewareFunction, Outlet, useMatches, useRouteLoaderData } from "react-router";
import { redirect } from "~/http/answers/redirect.server";
import { rememberList } from "~/http/answers/remember-list.server";
import { adminGuard } from "~/http/request/guards.server";
import { getRequestSession } from "~/http/request/request-session.server";
import type { RootData } from "~/page-data/root-data";
import { readDb } from "~/db/shop-database.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import type { Right } from "~/domain/kit/rights/rights";
import { AdminSidebar } from "~/ui/admin/frame/admin-sidebar";
import { ErrorPage } from "~/ui/frame/error-page";
import { useRefusalToasts } from "~/ui/frame/toasts/refusal-toast";
import { PlainMessages } from "~/ui/frame/toasts/toasts";
import { StashedFormProvider } from "~/ui/kit/stashed-fields";
import { RegisteredContext, RightsContext } from "~/ui/admin/frame/rights";
import { LISTS, LISTS_COOKIE, ListsContext, listsText, parseLists } from "~/ui/admin/frame/lists-left";
import { FOLDS_COOKIE, parseFolds, parseSidebar, SIDEBAR_COOKIE } from "~/ui/admin/frame/sidebar-state";
import type { Route } from "./+types/_layout";
import { stashedForm } from "./stashed-form.server";
import { readParam } from "~/domain/kit/search-params";
import { readHeader } from "~/http/request/headers.server";

/** `?preview=off`, sent by 'Back to admin' in the store's preview, ends the preview. */
const leavePreview: MiddlewareFunction<Response> = async ({ context, url }, next) => {
  if (readParam(url.searchParams, "preview") !== "off") return next();
  await getRequestSession(context).setPreview(false);
  throw redirect("/admin", 303);
};

const remember = rememberList(LISTS, {
  name: LISTS_COOKIE,
  write: (before, path, search) => listsText({ ...parseLists(before), [path]: search }),
});

export const middleware: Route.MiddlewareFunction[] = [adminGuard, leavePreview, remember];

/** With this loader the guard also runs on client navigations to pages without a loader of their own. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const cookies = readHeader(request, "cookie") ?? "";
  const cookie = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([\\w.]+)`).exec(cookies)?.[1];
  return {
    sidebar: { state: parseSidebar(cookie(SIDEBAR_COOKIE)), open: parseFolds(cookie(FOLDS_COOKIE)) },
    lists: parseLists(new RegExp(`(?:^|;\\s*)${LISTS_COOKIE}=([^;]+)`).exec(cookies)?.[1]),
    rights: getRequestSession(context).account?.rights ?? [],
    isRegistered: (await readSettings(readDb)).gstin !== "",
    stashed: await stashedForm(context, request, url.pathname + url.search),
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  const { sidebar, lists, rights, isRegistered, stashed } = loaderData;
  useRefusalToasts();
  // The preview of the home page has the store's frame instead.
  const isBare = useMatches().some(({ handle }) => (handle as { isBare?: boolean } | undefined)?.isBare);
  return (
    <StashedFormProvider value={stashed}>
      {isBare ? (
        <Outlet />
      ) : (
        <AdminFrame sidebar={sidebar} rights={rights}>
          <ListsContext value={lists}>
            <RegisteredContext value={isRegistered}>
              <Outlet />
            </RegisteredContext>
          </ListsContext>
        </AdminFrame>
      )}
    </StashedFormProvider>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  return (
    <AdminFrame
      sidebar={loaderData?.sidebar ?? { state: "open", open: parseFolds(undefined) }}
      rights={loaderData?.rights ?? []}
    >
      <ErrorPage error={error} />
    </AdminFrame>
  );
}

interface AdminFrameProps {
  sidebar: Pick<ComponentProps<typeof AdminSidebar>, "state" | "open">;
  rights: readonly Right[];
  children: ReactNode;
}

function AdminFrame({ sidebar, rights, children }: AdminFrameProps) {
  const root = useRouteLoaderData<RootData>("root");
  return (
    <RightsContext value={rights}>
      <div className="min-h-dvh lg:flex">
        {root?.account ? (
          <AdminSidebar shopName={root.shop.name} firstName={root.account.firstName} {...sidebar} />
        ) : null}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1">
          <PlainMessages />
          {children}
        </main>
      </div>
    </RightsContext>
  );
}
