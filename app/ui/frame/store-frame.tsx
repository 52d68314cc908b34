import type { ReactNode } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { Footer } from "./footer";
import { NavBar } from "./nav-bar";
import {
  AnnouncementBar,
  ConfirmEmailNotice,
  DemoNote,
  NextStepNotice,
  NotOpenNote,
  PreviewRibbon,
} from "./store-notes";

/** The frame of the store's pages: navigation bar, notices, footer. @param ribbon replaces the one of the store's preview */
export function StoreFrame({ ribbon, children }: { ribbon?: ReactNode; children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root")!;
  const { frame } = root;
  return (
    <div className="flex min-h-dvh flex-col">
      {ribbon === undefined && root.preview ? <PreviewRibbon /> : ribbon}
      {frame?.announcement ? <AnnouncementBar {...frame.announcement} /> : null}
      <NavBar
        shopName={root.shop.name}
        logo={root.shop.logo}
        account={root.account}
        cartCount={root.cartCount}
        wishlistCount={root.wishlistCount}
        menu={frame?.mainMenu}
      />
      {root.demo || root.testPayments ? <DemoNote demo={root.demo} /> : null}
      {root.notOpen === null ? null : <NotOpenNote why={root.notOpen} />}
      {root.account && !root.account.emailConfirmed ? <ConfirmEmailNotice /> : null}
      {root.nextStep ? <NextStepNotice step={root.nextStep} /> : null}
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <Footer shop={root.shop} menu={frame?.footerMenu} words={frame?.footerWords} />
    </div>
  );
}
