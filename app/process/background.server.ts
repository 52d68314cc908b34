import { config } from "./config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import { sweepRises } from "~/db/catalogue-version.server";
import { indexRest } from "~/db/search/index-rows.server";
import { sweepDeletionMails } from "~/domain/people/accounts/deletion/account-deletion.server";
import { sweepAccountTokens } from "~/domain/people/accounts/account-tokens.server";
import { sweepMailedCodes } from "~/domain/people/accounts/mailed-codes.server";
import { sweepRefreshFamilies } from "~/domain/people/accounts/refresh-tokens.server";
import { sweepSessions } from "~/domain/people/accounts/sessions.server";
import { sweepFactors } from "~/domain/people/factors/second-factor.server";
import { sweepSignIns } from "~/domain/people/factors/sign-ins.server";
import { warnOfExpiry } from "~/domain/people/api-keys/expiry-mails.server";
import { issueEarlierDocuments } from "~/domain/sales/documents/earlier-documents.server";
import { makeStatement } from "~/domain/accounting/statement/statement-pdf.server";
import { makeAttachment } from "~/domain/sales/documents/document-file.server";
import { runPictureFetches } from "~/domain/book-files/fetches/run-fetches.server";
import { sweepReports } from "~/domain/book-files/runs/old-reports.server";
import { runImports } from "~/domain/book-files/runs/run-imports.server";
import { noticeOverdueBooks } from "~/domain/catalogue/books/sale/overdue-notices.server";
import { addUpSales } from "~/domain/catalogue/books/lists/categories.server";
import { applySaleDates } from "~/domain/catalogue/books/apply-sale-dates.server";
import { IMAGE_MAX_BYTES } from "~/domain/kit/images/images";
import { sweepImages } from "~/domain/kit/images/sweep.server";
import { noticeLowStock } from "~/domain/shop/notices/low-stock.server";
import { sweepSubscriptionRequests } from "~/domain/readers/newsletter/newsletter.server";
import { sweepStashedForms } from "~/http/request/stashed-form-rows.server";
import { sweepCounts } from "~/http/request/limits/rate-limit.server";
import { runImportsInThread } from "./imports-thread.server";
import { sweepContactMessages } from "~/domain/front/pages/contact.server";
import { queueMovedReleaseMails } from "~/domain/sales/orders/fulfilment/moved-releases.server";
import { processPaymentEvents } from "~/domain/sales/payments/payment-events.server";
import { lapse } from "~/domain/sales/payments/lapse.server";
import { reconcileAll } from "~/domain/sales/payments/reconcile.server";
import { processAllRefunds } from "~/domain/sales/payments/refunds/refunds.server";
import { deliverSandboxWebhooks } from "~/domain/sales/gateways/sandbox/sandbox-webhooks.server";
import { loopbackOrigin, shopGateways } from "~/domain/sales/gateways/shop-gateway.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { sweepSearchTerms } from "~/domain/catalogue/finding/search-terms/note-searches.server";
import { sweepInvitations } from "~/domain/people/staff/invitations.server";
import { sweepStockAlerts } from "~/domain/readers/waiting/stock-alerts.server";
import { deliverWebhooks } from "~/domain/shop/webhooks/deliver.server";
import { sweepDeliveries } from "~/domain/shop/webhooks/deliveries.server";
import { sendStockAlerts } from "~/domain/readers/waiting/send-alerts.server";
import { sendWantedMails } from "~/domain/readers/waiting/send-wanted-mails.server";
import { sweepWantedTitles } from "~/domain/readers/waiting/wanted-titles.server";
import { type MailAttachments, sendQueuedMails } from "~/platform/mail/mail.server";
import { shopMailTransport } from "~/platform/mail/mail-transports.server";
import { publicFetcher } from "~/platform/public/fetch-public.server";
import { publicPoster } from "~/platform/public/post-to-public.server";
import { runEach, type Task } from "~/platform/worker.server";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What removes rows that are no longer needed, and warns of API keys that will expire. */
const SWEEPS: Record<string, (db: Db) => Promise<number>> = {
  sweepSessions,
  sweepAccountTokens,
  sweepMailedCodes,
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
  sweepStashedForms: (db) => sweepStashedForms(db),
};

/** All background tasks of the shop, run in this process. */
export function backgroundTasks(shop: ShopDatabase): Task[] {
  const db = shop.write;
  const gateways = shopGateways();
  const transport = shopMailTransport(async () => (await readSettings(db)).shopName);
  const attachments: MailAttachments = async (name) =>
    (await makeStatement(shop.read, name)) ?? makeAttachment(shop, name);
  const post = publicPoster();
  const fetch = publicFetcher({ mostBytes: IMAGE_MAX_BYTES });
  const tasks: Task[] = [
    {
      name: "mail",
      everyMs: 10 * SECOND,
      run: (stopping) => sendQueuedMails(db, transport, new Date(), attachments, stopping),
    },
    { name: "payment-events", everyMs: 10 * SECOND, run: () => processPaymentEvents(db) },
    { name: "refunds", everyMs: 15 * SECOND, run: () => processAllRefunds(db, gateways) },
    { name: "reservations", everyMs: 15 * SECOND, run: () => lapse(db) },
    {
      name: "reconcile",
      everyMs: 30 * SECOND,
      // After a start all recent orders are asked about: some 25 in a second, so that gateway and shop do other things, too.
      againMs: SECOND,
      run: () => reconcileAll(db, gateways),
    },
    { name: "search", everyMs: 5 * SECOND, againMs: 20, run: () => indexRest(db) },
    { name: "sales", everyMs: 15 * SECOND, run: () => applySaleDates(db) },
    // Adds up what sales noted: copies sold of categories, and changes of the catalogue by connections that are gone.
    {
      name: "figures",
      everyMs: 15 * SECOND,
      run: () => runEach("figures", { addUpSales, sweepRises }, db),
    },
    { name: "documents", everyMs: 5 * MINUTE, againMs: SECOND, run: () => issueEarlierDocuments(db) },
    { name: "moved-releases", everyMs: MINUTE, run: () => queueMovedReleaseMails(db) },
    {
      name: "stock-alerts",
      everyMs: 30 * SECOND,
      run: () => runEach("stock-alerts", { sendStockAlerts, sendWantedMails }, db),
    },
    { name: "webhooks", everyMs: 5 * SECOND, run: (stopping) => deliverWebhooks(db, { post, stopping }) },
    {
      name: "notices",
      everyMs: 5 * MINUTE,
      run: () => runEach("notices", { noticeLowStock, noticeOverdueBooks }, db),
    },
    {
      name: "imports",
      everyMs: 5 * SECOND,
      run: (stopping) =>
        import.meta.env.PROD
          ? runImportsInThread(shop, stopping)
          : runImports(shop, { dir: config.importsDir, stopping }),
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
