import { useContext } from "react";
import { Links, Meta, Outlet, Scripts, useRouteLoaderData } from "react-router";
import displayFont from "./ui/fonts/eczar-500.woff2?url";
import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { perCatalogueVersion } from "~/domain/catalogue/books/lists/catalogue-memo.server";
import { readFrameOfPages } from "~/domain/front/pages/menu-targets.server";
import { pageLook } from "~/domain/shop/look/look.server";
import { whyNoOrders } from "~/domain/shop/settings/closing.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { crossSiteMiddleware } from "~/http/request/cross-site.server";
import { readNextStep } from "~/http/request/login/next-step.server";
import { configuredProviders } from "~/http/third-party/providers.server";
import { getRequestSession, requestSessionMiddleware } from "~/http/request/request-session.server";
import { formStamp } from "~/http/request/limits/spam-guard.server";
import type { RootData } from "~/page-data/root-data";
import { logger } from "~/platform/logger.server";
import { keepPage } from "~/ui/frame/navigation/connection";
import { FACE_FILES } from "~/ui/fonts/face-files";
import { ErrorPage } from "~/ui/frame/error-page";
import "~/ui/frame/no-eval";
import { NonceContext } from "~/ui/frame/nonce";
import { OwnBlock } from "~/ui/frame/own";
import { ScrollRestoration } from "~/ui/frame/navigation/scroll-restoration";
import { SaveDataContext } from "~/ui/frame/save-data";
import { PageFocus, SkipLink } from "~/ui/frame/navigation/page-focus";
import { PageProgress } from "~/ui/frame/navigation/page-progress";
import { usePageSheets } from "~/ui/frame/page-sheets";
import { notWhileFiltering } from "~/ui/frame/navigation/revalidation";
import { HEAD_SCRIPT, PAPER } from "~/ui/frame/theme";
import { ThemeContext } from "~/ui/frame/theme-context";
import { Toasts } from "~/ui/frame/toasts/toasts";
import type { Route } from "./+types/root";
import styles from "./styles/app.css?url";

export const middleware: Route.MiddlewareFunction[] = [crossSiteMiddleware, requestSessionMiddleware];

export const clientMiddleware = [keepPage];

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: styles },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** All data about the visitor comes from here, so that the rest of a page can be cached for everyone. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const session = getRequestSession(context);
  // Side by side: on PostgreSQL each question alone is a round trip.
  const [settings, frame, notOpen, cartCount, wishlistCount, nextStep] = await Promise.all([
    perCatalogueVersion(readDb, "settings", () => readSettings(readDb)),
    readFrameOfPages(readDb),
    perCatalogueVersion(readDb, "why no orders", () => whyNoOrders(readDb)),
    orNone(session.cartCount()),
    orNone(session.wishlistCount()),
    session.account ? null : readNextStep(request),
  ]);
  const look = await perCatalogueVersion(readDb, "look", async () => pageLook(settings, FACE_FILES) ?? {});
  return {
    origin: session.origin,
    ...(Object.keys(look).length > 0 && { look }),
    shop: {
      name: settings.shopName,
      logo: settings.logo,
      ...(settings.logo !== null && settings.logoAlone && { logoAlone: true }),
      email: settings.supportEmail,
      phone: settings.supportPhone,
      address: settings.postalAddress,
      hasOfficer: settings.grievanceOfficer !== "",
    },
    ...(Object.keys(frame).length > 0 && { frame }),
    notOpen,
    account: session.account && {
      firstName: session.account.firstName,
      role: session.account.role,
      emailConfirmed: session.account.emailConfirmed,
      showRecommendations: session.account.showRecommendations,
      mark: session.mark,
    },
    cartCount,
    wishlistCount,
    ...(session.isShared && { isShared: true }),
    theme: session.theme,
    preview: session.preview,
    flash: session.takeFlash(),
    nextStep,
    demo: config.isDemo,
    providers: configuredProviders.length > 0,
    testPayments: config.testPayments,
    formStamp: formStamp(context),
  };
}

/** If a number cannot be read, its badge is left out, but the page is still shown. */
async function orNone(count: Promise<number>): Promise<number> {
  try {
    return await count;
  } catch (error) {
    logger.error({ err: error }, "a badge's number could not be read");
    return 0;
  }
}

export const shouldRevalidate = notWhileFiltering;

export function Layout({ children }: { children: React.ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const chosen = useContext(ThemeContext);
  const theme = root ? root.theme : chosen;
  const nonce = useContext(NonceContext);
  const saveData = useContext(SaveDataContext);
  const look = root?.look;
  const bars = look?.bars ?? PAPER;
  return (
    <html
      lang="en-IN"
      className={[theme, saveData && "save-data"].filter(Boolean).join(" ") || undefined}
      data-theme={theme ?? undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {saveData ? null : (
          <>
            <script
              nonce={nonce}
              suppressHydrationWarning
              dangerouslySetInnerHTML={{ __html: HEAD_SCRIPT }}
            />
            <link
              rel="preload"
              href={look?.font ?? displayFont}
              as="font"
              type="font/woff2"
              crossOrigin="anonymous"
            />
          </>
        )}
        {theme ? (
          <meta name="theme-color" content={bars[theme]} />
        ) : (
          <>
            <meta name="theme-color" content={bars.light} media="(prefers-color-scheme: light)" />
            <meta name="theme-color" content={bars.dark} media="(prefers-color-scheme: dark)" />
          </>
        )}
        {/* Search engines should not list a demo shop. */}
        {root?.demo ? <meta name="robots" content="noindex" /> : null}
        <Meta />
        <Links nonce="" />
        {/* After the shop's own sheet, whose tokens it replaces. */}
        {look?.sheet ? <link rel="stylesheet" href={look.sheet} /> : null}
        <link rel="icon" href={look?.tab ?? "/favicon.svg"} />
        <link rel="apple-touch-icon" href={look?.touch ?? "/icons/apple-touch-icon.png"} />
      </head>
      <body>
        <SkipLink />
        {children}
        {saveData ? null : (
          <>
            {root?.isShared ? <OwnBlock /> : null}
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}

export default function App({ loaderData }: Route.ComponentProps) {
  usePageSheets();
  return (
    <>
      <PageProgress />
      <PageFocus />
      <Toasts messages={loaderData.flash} />
      <Outlet />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <main id="main" tabIndex={-1}>
      <ErrorPage error={error} />
    </main>
  );
}
