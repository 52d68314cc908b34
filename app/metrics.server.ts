import cluster from "node:cluster";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { config } from "./config.server";
import type { Db, ShopDatabase } from "./db/database.server";
import { waits } from "./db/waits.server";
import { answerPrimary, askWorkers, inPrimary } from "./platform/in-primary.server";
import { keptPages, setMeasure } from "./platform/measure.server";

/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LOOP_RESOLUTION_MS = 10;
const NS = 1e9;

/** A name of Prometheus' format with its values by labels, e.g. `{route="/cart"}`; without labels by "". */
type Metrics = Record<string, { type: "counter" | "gauge" | "histogram"; help: string; values: Values }>;
/** By what follows the name: for histograms `_bucket{…}`, `_sum{…}`, `_count{…}`. */
type Values = Record<string, number>;

const counted: Metrics = {
  kitab_requests_total: {
    type: "counter",
    help: "Answered requests without those for kept pages",
    values: {},
  },
  kitab_request_seconds: { type: "histogram", help: "Time until a request was answered", values: {} },
};

/** Adds to what requests have taken. Routes and methods are of a limited number: patterns, and what node:http knows. */
function count({
  route,
  method,
  status,
  seconds,
}: Parameters<Parameters<typeof setMeasure>[0]["request"]>[0]) {
  const requests = counted.kitab_requests_total!.values;
  const times = counted.kitab_request_seconds!.values;
  const add = (values: Values, key: string, value = 1) => (values[key] = (values[key] ?? 0) + value);
  add(requests, `{route="${route}",method="${method}",status="${Math.floor(status / 100)}xx"}`);
  for (const bound of BUCKETS)
    add(times, `_bucket{route="${route}",le="${bound}"}`, seconds <= bound ? 1 : 0);
  add(times, `_bucket{route="${route}",le="+Inf"}`);
  add(times, `_sum{route="${route}"}`, seconds);
  add(times, `_count{route="${route}"}`);
}

const single = (type: "counter" | "gauge", help: string, value: number, labels = "") => ({
  type,
  help,
  values: { [labels]: value },
});

let readDelay = () => 0;

/** What this process has measured. */
function ownMetrics(): Metrics {
  const isPrimary = config.workers > 1 && cluster.isPrimary;
  const own = `{process="${isPrimary ? "primary" : config.worker ? `worker ${config.worker}` : "shop"}"}`;
  return {
    ...(isPrimary ? {} : counted),
    kitab_kept_pages_hits_total: single("counter", "Pages answered from memory", keptPages.hits),
    kitab_kept_pages_misses_total: single("counter", "Pages rendered for the memory", keptPages.misses),
    kitab_kept_pages_bytes: single("gauge", "Memory of kept pages", keptPages.bytes()),
    kitab_database_waits_total: single("counter", "Writes that waited for another process", waits.count),
    kitab_database_wait_seconds_total: single("counter", "How long they waited", waits.seconds),
    kitab_memory_bytes: single("gauge", "Memory of a process (RSS)", process.memoryUsage.rss(), own),
    kitab_heap_bytes: single("gauge", "JavaScript objects of a process", process.memoryUsage().heapUsed, own),
    kitab_event_loop_delay_p99_seconds: single(
      "gauge",
      "99 % of turns were late by less, since the last reading",
      readDelay(),
      own,
    ),
  };
}

/** What waits for background work, by the name of its queue. */
const queueLengths = (db: Db) =>
  db
    .selectNoFrom(({ selectFrom, fn }) => {
      const lines = fn.countAll<number>().as("count");
      return [
        selectFrom("outgoing_mails").select(lines).where("status", "=", "queued").as("mails"),
        selectFrom("payment_events").select(lines).where("processed_at", "is", null).as("payment events"),
        selectFrom("webhook_deliveries").select(lines).where("status", "=", "queued").as("webhooks"),
        selectFrom("bulk_changes")
          .select(lines)
          .where("status", "in", ["planning", "importing", "undoing"])
          .as("imports"),
      ];
    })
    .executeTakeFirstOrThrow();

async function queues(db: Db): Promise<Metrics> {
  const lengths = Object.entries(await queueLengths(db));
  const values = Object.fromEntries(lengths.map(([queue, length]) => [`{queue="${queue}"}`, length ?? 0]));
  return { kitab_queue_length: { type: "gauge", help: "What waits for background work", values } };
}

/** Adds the values of the same labels up. */
function sumOf(all: Metrics[]): Metrics {
  const sum: Metrics = {};
  for (const [name, metric] of all.flatMap((one) => Object.entries(one))) {
    const { values } = (sum[name] ??= { ...metric, values: {} });
    for (const [labels, value] of Object.entries(metric.values))
      values[labels] = (values[labels] ?? 0) + value;
  }
  return sum;
}

const written = (metrics: Metrics): string =>
  Object.entries(metrics)
    .flatMap(([name, { type, help, values }]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...Object.entries(values).map(([labels, value]) => `${name}${labels} ${value}`),
    ])
    .join("\n") + "\n";

let database: ShopDatabase | undefined;

/** The page of /metrics, in Prometheus' text format: of all processes of the shop together. */
export const metricsPage = inPrimary("metrics", async () =>
  written(sumOf([...(await askWorkers<Metrics>("metrics")), ownMetrics(), await queues(database!.read)])),
);

/** Begins to measure, if the shop has a METRICS_TOKEN: in a process that serves, and in the primary of several. */
export function startMetrics(shop: ShopDatabase) {
  if (!config.metricsToken) return;
  database = shop;
  const delays = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delays.enable();
  readDelay = () => {
    const late = Math.max(0, delays.percentile(99) / NS - LOOP_RESOLUTION_MS / 1000);
    delays.reset();
    return late;
  };
  setMeasure({ request: count });
  answerPrimary("metrics", ownMetrics);
}
