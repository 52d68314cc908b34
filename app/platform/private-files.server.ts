import { isMainThread } from "node:worker_threads";

/**
 * Makes files that the shop writes (orders, addresses, its secret) readable only by its own user. Imported before
 * anything that writes; worker threads of tests cannot set the umask.
 */
if (isMainThread) process.umask(0o077);
