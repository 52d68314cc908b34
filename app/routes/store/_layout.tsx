import type { ReactNode } from "react";
import { Outlet, useRouteLoaderData } from "react-router";
import { adminsToBackOffice } from "~/http/request/guards.server";
import type { RootData } from "~/page-data/root-data";
import { ErrorPage } from "~/ui/frame/error-page";
import { Footer } from "~/ui/frame/footer";
import { NavBar } from "~/ui/frame/nav-bar";
import { notWhileFiltering } from "~/ui/frame/revalidation";
import {
  ConfirmEmailNotice,
  DemoNote,
  NextStepNotice,
  NotOpenNote,
  PreviewRibbon,
} from "~/ui/frame/store-notes";
import type { Route } from "./+types/_layout";

export const middleware: Route.MiddlewareFunction[] = [adminsToBackOffice];

/** With a loader, client navigations run the middleware even for pages that have none. */
export function loader() {
  return null;
}

export const shouldRevalidate = notWhileFiltering;

/** The frame of the store's pages: navigation bar, notices, footer. */
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

function StoreFrame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root")!;
  return (
    <div className="flex min-h-dvh flex-col">
      {root.preview ? <PreviewRibbon /> : null}
      <NavBar
        shopName={root.shop.name}
        logo={root.shop.logo}
        account={root.account}
        cartCount={root.cartCount}
        wishlistCount={root.wishlistCount}
      />
      {root.demo || root.testPayments ? <DemoNote demo={root.demo} /> : null}
      {root.takesOrders ? null : <NotOpenNote />}
      {root.account && !root.account.emailConfirmed ? <ConfirmEmailNotice /> : null}
      {root.nextStep ? <NextStepNotice step={root.nextStep} /> : null}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer shop={root.shop} />
    </div>
  );
}
