import { config } from "./config.server";
import type { Db, ShopDatabase } from "./db/database.server";
import { indexRest } from "./db/search/index-rows.server";
import { sweepDeletionMails } from "./domain/accounts/account-deletion.server";
import { sweepAccountTokens } from "./domain/accounts/account-tokens.server";
import { sweepRefreshFamilies } from "./domain/accounts/refresh-tokens.server";
import { sweepSessions } from "./domain/accounts/sessions.server";
import { sweepFactors } from "./domain/factors/second-factor.server";
import { sweepSignIns } from "./domain/factors/sign-ins.server";
import { warnOfExpiry } from "./domain/api-keys/expiry-mails.server";
import { makeAttachment } from "./domain/documents/document-file.server";
import { runPictureFetches } from "./domain/imports/fetches/run-fetches.server";
import { sweepReports } from "./domain/imports/runs/old-reports.server";
import { runImports } from "./domain/imports/runs/run-imports.server";
import { storeShelf } from "./domain/catalogue/facets/stored-shelf.server";
import { tellOverdue } from "./domain/catalogue/tell-overdue.server";
import { turnSales } from "./domain/catalogue/turn-sales.server";
import { IMAGE_MAX_BYTES } from "./domain/images/images";
import { sweepImages } from "./domain/images/sweep.server";
import { tellLowStock } from "./domain/notices/low-stock.server";
import { sweepSubscriptionRequests } from "./domain/newsletter/newsletter.server";
import { sweepKeptForms } from "./http/request/kept-form-rows.server";
import { sweepCounts } from "./http/request/rate-limit.server";
import { runImportsInThread } from "./imports-thread.server";
import { deleteName } from "./domain/merging/delete-name.server";
import { sweepContactMessages } from "./domain/pages/contact.server";
import { tellMovedReleases } from "./domain/orders/moved-releases.server";
import { processPaymentEvents } from "./domain/payments/payment-events.server";
import { lapse } from "./domain/payments/payments.server";
import { reconcileAll } from "./domain/payments/reconcile.server";
import { processAllRefunds } from "./domain/payments/refunds.server";
import { deliverSandboxWebhooks } from "./domain/gateways/sandbox/sandbox-webhooks.server";
import { loopbackOrigin, shopGateways } from "./domain/gateways/shop-gateway.server";
import { readSettings } from "./domain/settings/settings.server";
import { sweepSearchTerms } from "./domain/search-terms/note-searches.server";
import { sweepInvitations } from "./domain/staff/invitations.server";
import { sweepStockAlerts } from "./domain/stock-alerts/stock-alerts.server";
import { deliverWebhooks } from "./domain/webhooks/deliver.server";
import { sweepDeliveries } from "./domain/webhooks/deliveries.server";
import { sendStockAlerts } from "./domain/stock-alerts/tell-alerts.server";
import { sendWantedMails } from "./domain/wanted-titles/tell-wanted.server";
import { sweepWantedTitles } from "./domain/wanted-titles/wanted-titles.server";
import { reconcileTestPurchases } from "./domain/test-purchases/test-payments.server";
import { processTestRefunds } from "./domain/test-purchases/test-refunds.server";
import { type MailAttachments, sendQueuedMails } from "./platform/mail.server";
import { shopMailTransport } from "./platform/mail-transports.server";
import { publicFetcher } from "./platform/fetch-public.server";
import { publicPoster } from "./platform/post-to-public.server";
import { runEach, type Task } from "./platform/worker.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What removes rows that are no longer needed, and warns of API keys that will expire. */
const SWEEPS: Record<string, (db: Db) => Promise<number>> = {
  sweepSessions,
  sweepAccountTokens,
  sweepRefreshFamilies,
  sweepFactors,
  sweepSignIns,
  sweepSubscriptionRequests,
  sweepStockAlerts,
  sweepWantedTitles,
  sweepDeliveries,
  warnOfExpiry,
  sweepContactMessages,
  sweepDeletionMails,
  sweepInvitations,
  sweepReports: (db) => sweepReports(db),
  sweepCounts,
  sweepSearchTerms: (db) => sweepSearchTerms(db),
  sweepKeptForms: (db) => sweepKeptForms(db),
};

/** All background tasks of the shop, run in this process. */
export function backgroundTasks(shop: ShopDatabase): Task[] {
  const db = shop.write;
  const gateways = shopGateways();
  const transport = shopMailTransport(async () => (await readSettings(db)).shopName);
  const attachments: MailAttachments = (name) => makeAttachment(shop, name);
  const post = publicPoster();
  const fetch = publicFetcher({ mostBytes: IMAGE_MAX_BYTES });
  const tasks: Task[] = [
    {
      name: "mail",
      everyMs: 10 * SECOND,
      run: (stopping) => sendQueuedMails(db, transport, new Date(), attachments, stopping),
    },
    { name: "payment-events", everyMs: 10 * SECOND, run: () => processPaymentEvents(db) },
    {
      name: "refunds",
      everyMs: 15 * SECOND,
      run: () => runEach("refunds", { processAllRefunds, processTestRefunds }, db, gateways),
    },
    { name: "reservations", everyMs: 15 * SECOND, run: () => lapse(db) },
    {
      name: "reconcile",
      everyMs: 30 * SECOND,
      // After a start all recent orders are asked about: some 25 in a second, so that gateway and shop do other things, too.
      againMs: SECOND,
      run: () => runEach("reconcile", { reconcileAll, reconcileTestPurchases }, db, gateways),
    },
    { name: "search", everyMs: 5 * SECOND, againMs: 20, run: () => indexRest(db) },
    { name: "shelf", everyMs: MINUTE, run: (stopping) => storeShelf(shop, { stopping }) },
    { name: "sales", everyMs: 15 * SECOND, run: () => turnSales(db) },
    { name: "moved-releases", everyMs: MINUTE, run: () => tellMovedReleases(db) },
    {
      name: "stock-alerts",
      everyMs: 30 * SECOND,
      run: () => runEach("stock-alerts", { sendStockAlerts, sendWantedMails }, db),
    },
    { name: "webhooks", everyMs: 5 * SECOND, run: (stopping) => deliverWebhooks(db, { post, stopping }) },
    {
      name: "notices",
      everyMs: 5 * MINUTE,
      run: () => runEach("notices", { tellLowStock, tellOverdue }, db),
    },
    {
      name: "imports",
      everyMs: 5 * SECOND,
      run: (stopping) =>
        import.meta.env.PROD
          ? runImportsInThread(shop, stopping)
          : runImports(shop, { dir: config.importsDir, stopping, deleteName }),
    },
    {
      name: "picture-fetches",
      everyMs: 15 * SECOND,
      run: (stopping) => runPictureFetches(db, { fetch, store: config, stopping }),
    },
    { name: "images", everyMs: HOUR, run: () => sweepImages(db, config.coversDir) },
    { name: "sessions", everyMs: 30 * MINUTE, run: () => runEach("sessions", SWEEPS, db) },
  ];
  if (config.payments === "sandbox") {
    const webhook = () => `${loopbackOrigin()}/payments/webhook`;
    tasks.push({
      name: "sandbox-webhooks",
      everyMs: 5 * SECOND,
      run: () => deliverSandboxWebhooks(db, webhook()),
    });
  }
  return tasks;
}
