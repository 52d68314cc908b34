import { Outlet } from "react-router";
import { adminsToBackOffice, stashTyped } from "~/http/request/guards.server";
import { takeStashedForm } from "~/http/request/stashed-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { ErrorPage } from "~/ui/frame/error-page";
import { notWhileFiltering } from "~/ui/frame/navigation/revalidation";
import { StoreFrame } from "~/ui/frame/store-frame";
import { type Stashed, StashedFormProvider } from "~/ui/kit/stashed-fields";
import type { Route } from "./+types/_layout";

export const middleware: Route.MiddlewareFunction[] = [adminsToBackOffice, stashTyped];

/**
 * What a customer typed before the session ended, for its page; null mostly. With a loader, client navigations run the
 * middleware even for pages that have none.
 */
export async function loader({ request, url, context }: Route.LoaderArgs): Promise<Stashed | null> {
  if (!getRequestSession(context).account) return null;
  const form = await takeStashedForm(context, request, url.pathname + url.search);
  return form && { fields: form.fields, why: form.why, choices: {} };
}

export const shouldRevalidate = notWhileFiltering;

export default function StoreLayout({ loaderData: stashed }: Route.ComponentProps) {
  return (
    <StoreFrame>
      <StashedFormProvider value={stashed}>
        <Outlet />
      </StashedFormProvider>
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
