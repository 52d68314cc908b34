import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { Footer } from "./footer";
import { NavBar } from "./nav-bar";
import { useOwn } from "./own";
import type * as Notes from "./few-notes";
import { DemoNote } from "./store-notes";
import { PlainMessages } from "./toasts/toasts";

/** The server renders these notes at once; a browser fetches their code when a page has one. */
const loadNotes = () => import("./few-notes");
const loaded = import.meta.env.SSR ? await loadNotes() : null;
const note = <Name extends keyof typeof Notes>(name: Name) =>
  loaded?.[name] ??
  (lazy(async () => ({
    default: (await loadNotes())[name] as ComponentType<object>,
  })) as unknown as (typeof Notes)[Name]);
const PreviewRibbon = note("PreviewRibbon");
const AnnouncementBar = note("AnnouncementBar");
const ConfirmEmailNotice = note("ConfirmEmailNotice");
const NextStepNotice = note("NextStepNotice");
const NotOpenNote = note("NotOpenNote");
const PageMessages = note("PageMessages");

/** The frame of the store's pages: navigation bar, notices, footer. @param ribbon replaces the one of the store's preview */
export function StoreFrame({ ribbon, children }: { ribbon?: ReactNode; children: ReactNode }) {
  const root = useRouteLoaderData<RootData>("root")!;
  const { frame } = root;
  return (
    <div className="flex min-h-dvh flex-col">
      {ribbon === undefined && root.preview ? (
        <Suspense>
          <PreviewRibbon />
        </Suspense>
      ) : (
        ribbon
      )}
      {frame?.announcement ? (
        <Suspense>
          <AnnouncementBar {...frame.announcement} />
        </Suspense>
      ) : null}
      <NavBar
        shopName={root.shop.name}
        logo={root.shop.logo}
        logoAlone={root.shop.logoAlone}
        account={root.account}
        own={useOwn()}
        menu={frame?.mainMenu}
      />
      {root.demo || root.testPayments ? <DemoNote demo={root.demo} /> : null}
      {root.notOpen === null ? null : (
        <Suspense>
          <NotOpenNote why={root.notOpen} />
        </Suspense>
      )}
      {root.account && !root.account.emailConfirmed ? (
        <Suspense>
          <ConfirmEmailNotice />
        </Suspense>
      ) : null}
      {root.nextStep ? (
        <Suspense>
          <NextStepNotice step={root.nextStep} />
        </Suspense>
      ) : null}
      <main id="main" tabIndex={-1} className="flex-1">
        <PlainMessages />
        {root.flash.some(({ inPage }) => inPage) ? (
          <Suspense>
            <PageMessages />
          </Suspense>
        ) : null}
        {children}
      </main>
      <Footer shop={root.shop} menu={frame?.footerMenu} words={frame?.footerWords} />
    </div>
  );
}
