import { type ChildProcess, fork, type Serializable } from "node:child_process";
import cluster from "node:cluster";
import { acquireLock } from "./locks.server";

/** The result of a job: the child's answer, or why there is none. */
export type ChildOutcome<Answer> =
  | { ok: true; answer: Answer }
  /** `busy`: too many jobs are waiting. `slow`: the child was killed at its time limit. `failed`: it ended. */
  | { ok: false; reason: "busy" | "slow" | "failed"; detail?: string };

/**
 * Runs jobs in a child process, which starts when needed and ends when idle: one job at a time in the whole shop. The child
 * gets none of the shop's secrets, and can crash without affecting the shop.
 * @param given.worker an .mjs file that answers each message with one message; it is run as it is, not built
 * @param given.timeLimitMs after this time the process is killed and the job fails
 * @param given.idleMs after this time a process without work ends; at once, if the shop has several workers
 * @param given.mostWaiting further jobs are refused, because each waiting job keeps its input in memory
 * @returns a function that runs a job; `unwanted` takes one that waits out of the line, and rejects with its reason
 */
export function childWorker<Job extends Serializable, Answer>(given: {
  worker: string;
  timeLimitMs: number;
  idleMs: number;
  mostWaiting: number;
}): (job: Job, unwanted?: AbortSignal) => Promise<ChildOutcome<Answer>> {
  const { worker, timeLimitMs, idleMs, mostWaiting } = given;
  // Each worker would keep a child of its own in memory.
  const idleFor = cluster.isWorker ? 0 : idleMs;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  const line: (() => Promise<void>)[] = [];
  let isWorking = false;

  /** Stops using the process: the next job starts a new one. */
  function leave(process: ChildProcess) {
    if (child === process) child = undefined;
  }

  function start(): ChildProcess {
    const started = fork(worker, {
      env: {},
      execArgv: ["--max-old-space-size=128"],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    started.once("exit", () => leave(started));
    started.on("error", () => leave(started));
    // It ends with this process, and does not keep it running.
    started.unref();
    started.channel?.unref();
    return started;
  }

  function ask(job: Job): Promise<ChildOutcome<Answer>> {
    clearTimeout(idle);
    const asked = (child ??= start());
    return new Promise((resolve) => {
      const limit = setTimeout(() => end({ ok: false, reason: "slow" }), timeLimitMs);
      const onGone = () => end({ ok: false, reason: "failed", detail: "the worker ended" });
      const onAnswer = (answer: Answer) => end({ ok: true, answer });
      function end(outcome: ChildOutcome<Answer>) {
        clearTimeout(limit);
        asked.off("message", onAnswer).off("exit", onGone).off("error", onGone);
        if (outcome.ok) {
          idle = setTimeout(() => {
            leave(asked);
            if (asked.connected) asked.disconnect();
          }, idleFor).unref();
        } else {
          leave(asked);
          asked.kill("SIGKILL");
        }
        resolve(outcome);
      }
      asked.on("message", onAnswer).on("exit", onGone).on("error", onGone);
      asked.send(job, (error) => error && onGone());
    });
  }

  /** Retries once if a reused process has ended: the job may not be the cause. In a new process it would be. */
  async function askTwice(job: Job): Promise<ChildOutcome<Answer>> {
    const isUsed = child !== undefined;
    const outcome = await ask(job);
    return isUsed && !outcome.ok && outcome.reason === "failed" ? ask(job) : outcome;
  }

  async function workOn() {
    if (isWorking) return;
    isWorking = true;
    for (let next = line.shift(); next; next = line.shift()) await next();
    isWorking = false;
  }

  async function inTurn(job: Job, unwanted: AbortSignal | undefined): Promise<ChildOutcome<Answer>> {
    const release = await acquireLock(worker);
    try {
      unwanted?.throwIfAborted();
      return await askTwice(job);
    } finally {
      release();
    }
  }

  return async (job, unwanted) => {
    unwanted?.throwIfAborted();
    if (line.length + Number(isWorking) >= mostWaiting) return { ok: false, reason: "busy" };
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(begin), 1);
        reject(unwanted!.reason);
      };
      const begin = () => {
        unwanted?.removeEventListener("abort", leave);
        return inTurn(job, unwanted).then(resolve, reject);
      };
      unwanted?.addEventListener("abort", leave);
      line.push(begin);
      void workOn();
    });
  };
}
