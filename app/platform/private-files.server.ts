import { isMainThread } from "node:worker_threads";

/**
 * What the shop writes (orders, addresses, its secret) is for its own user alone. Loaded before anything that writes;
 * test workers may not set it.
 */
if (isMainThread) process.umask(0o077);
