import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type * as prom from "prom-client";
import { config } from "./config.server";
import type { Db, ShopDatabase } from "~/db/database.server";
import { writeWaits } from "~/db/health/write-waits.server";
import { inPrimary } from "~/platform/in-primary.server";
import { cachedPages, setMeasure } from "~/platform/measure.server";

const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LOOP_RESOLUTION_MS = 10;
const NS = 1e9;

/** What waits for background work, by the name of its queue. */
const queueLengths = (db: Db) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => {
      const count = fn.countAll<number>().as("count");
      return [
        selectFrom("outgoing_mails").select(count).where("status", "=", "queued").as("mails"),
        selectFrom("payment_events")
          .select(count)
          .where("processed_at", "is", null)
          .where("waits_for", "is", null)
          .as("payment events"),
        selectFrom("webhook_deliveries").select(count).where("status", "=", "queued").as("webhooks"),
        selectFrom("bulk_changes")
          .select(count)
          .where("status", "in", ["planning", "importing", "undoing"])
          .as("imports"),
      ];
    })
    .executeTakeFirstOrThrow();

let makePage: (() => Promise<{ text: string; type: string }>) | undefined;

/** The page of /metrics: of all processes of the shop together. */
export const metricsPage = inPrimary("metrics", () => makePage!());

/** Begins to measure, if the shop has a METRICS_TOKEN: in a process that serves, and in the primary of several. */
export async function startMetrics({ read }: ShopDatabase): Promise<void> {
  if (!config.metricsToken) return;
  const client = await import("prom-client");
  const registry = new client.AggregatorRegistry<prom.PrometheusContentType>();
  // What the primary is asked for (prom-client's own messages).
  client.AggregatorRegistry.setRegistries(registry);
  const isPrimary = config.workers > 1 && cluster.isPrimary;
  measureProcess(client, registry, isPrimary);
  if (!isPrimary) measureRequests(client, registry);
  if (cluster.isPrimary) measureQueues(client, registry, read);
  makePage = async () => ({
    text: [isPrimary ? await registry.clusterMetrics() : "", await registry.metrics()]
      .filter(Boolean)
      .join("\n"),
    type: registry.contentType,
  });
}

type Registry = prom.Registry<prom.PrometheusContentType>;
type Client = typeof prom;

function measureProcess(client: Client, registry: Registry, isPrimary: boolean) {
  // Of another name: prom-client adds up the workers' and puts the primary's beside them.
  const prefix = isPrimary ? "kitab_primary" : "kitab";
  const called = isPrimary ? "primary" : config.worker ? `worker ${config.worker}` : "shop";
  const own = { process: called };
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delays.enable();
  const read: Record<string, [help: string, value: () => number]> = {
    memory_bytes: ["Memory of a process (RSS)", () => process.memoryUsage.rss()],
    heap_bytes: ["JavaScript objects of a process", () => process.memoryUsage().heapUsed],
    event_loop_delay_p99_seconds: [
      "99 % of turns were late by less, since the last reading",
      () => {
        const late = Math.max(0, delays.percentile(99) / NS - LOOP_RESOLUTION_MS / 1000);
        delays.reset();
        return late;
      },
    ],
  };
  for (const [name, [help, value]] of Object.entries(read))
    registry.registerMetric(
      new client.Gauge({
        name: `${prefix}_${name}`,
        help,
        labelNames: ["process"],
        registers: [],
        collect() {
          this.set(own, value());
        },
      }),
    );
  count(client, registry, `${prefix}_database_waits_total`, {
    help: "Writes that waited for another process",
    value: () => writeWaits.count,
  });
  count(client, registry, `${prefix}_database_wait_seconds_total`, {
    help: "How long they waited",
    value: () => writeWaits.seconds,
  });
}

function measureRequests(client: Client, registry: Registry) {
  const requests = new client.Counter({
    name: "kitab_requests_total",
    help: "Answered requests without those for cached pages",
    labelNames: ["route", "method", "status"],
    registers: [registry],
  });
  const times = new client.Histogram({
    name: "kitab_request_seconds",
    help: "Time until a request was answered",
    labelNames: ["route"],
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  });
  setMeasure({
    request({ route, method, status, seconds }) {
      requests.inc({ route, method, status: `${Math.floor(status / 100)}xx` });
      times.observe({ route }, seconds);
    },
  });
  count(client, registry, "kitab_cached_pages_hits_total", {
    help: "Pages answered from memory",
    value: () => cachedPages.hits,
  });
  count(client, registry, "kitab_cached_pages_misses_total", {
    help: "Pages rendered for the memory",
    value: () => cachedPages.misses,
  });
  registry.registerMetric(
    new client.Gauge({
      name: "kitab_cached_pages_bytes",
      help: "Memory of cached pages",
      registers: [],
      collect() {
        this.set(cachedPages.bytes());
      },
    }),
  );
}

function measureQueues(client: Client, registry: Registry, db: Db) {
  registry.registerMetric(
    new client.Gauge({
      name: "kitab_queue_length",
      help: "What waits for background work",
      labelNames: ["queue"],
      registers: [],
      async collect() {
        for (const [queue, length] of Object.entries(await queueLengths(db)))
          this.set({ queue }, length ?? 0);
      },
    }),
  );
}

/** A counter whose value is counted elsewhere. */
function count(
  client: Client,
  registry: Registry,
  name: string,
  { help, value }: { help: string; value: () => number },
) {
  registry.registerMetric(
    new client.Counter({
      name,
      help,
      registers: [],
      collect() {
        this.reset();
        this.inc(value());
      },
    }),
  );
}
