import path from "node:path";
import { ROOT } from "./config.server";
import { isUpToDate } from "~/db/migrating/migrate.server";
import { database } from "~/db/shop-database.server";
import { isPrimaryAlive } from "~/platform/in-primary.server";
import { logger } from "~/platform/logger.server";

/** What a worker tells the primary besides its calls (platform/in-primary.server.ts). */
export type FromWorker =
  | { type: "ready"; port: number }
  | { type: "failed"; message: string; code: string | null; port: number | null };

/** What it is told. */
export type ToWorker = { type: "close" };

const tell = (message: FromWorker) =>
  new Promise<void>((resolve) => process.send!(message, undefined, undefined, () => resolve()));

/** Serves in this worker until the primary, or a signal, ends it. */
export async function serveAsWorker(given: { warm: boolean }): Promise<void> {
  try {
    if (!(await isUpToDate(database, path.join(ROOT, "migrations"))))
      throw new Error("the database is not the one of this version: stop the shop and start it again");
    const { serve } = await import("./serving.server");
    const { port, close } = await serve(given);
    let isClosing = false;
    const end = async () => {
      if (isClosing) return;
      isClosing = true;
      await close();
      // Connections that were on their way go back to the primary before its answer comes, and from there to another worker.
      await isPrimaryAlive().catch(() => {});
      logger.flush();
      process.exit(0);
    };
    process.on("message", (message: ToWorker | { type: string }) => {
      if (message.type === "close") void end();
    });
    // In a terminal, and from systemd, each process gets the signal.
    process.on("SIGTERM", () => void end());
    process.on("SIGINT", () => void end());
    // The primary's: it replaces the workers.
    process.on("SIGHUP", () => {});
    await tell({ type: "ready", port });
  } catch (error) {
    const { message, code, port } = error as Error & { code?: string; port?: number };
    await tell({ type: "failed", message, code: code ?? null, port: port ?? null });
    process.exit(1);
  }
}
