import { type ChildProcess, fork, type Serializable } from "node:child_process";

/** What came of a job: the child's answer, or why there is none. */
export type ChildOutcome<Answer> =
  | { ok: true; answer: Answer }
  /** `busy`: too many wait already. `slow`: the child was killed at its time limit. `failed`: it ended. */
  | { ok: false; reason: "busy" | "slow" | "failed"; detail?: string };

/**
 * Work that the shop's own process shall not do itself, one job at a time, in a process that starts when it is needed
 * and ends when it is not. It is told none of the shop's secrets, and may crash without taking anything along.
 * @param given.worker an .mjs file that answers each message with one; started as it stands, nothing of it is built
 * @param given.timeLimitMs after which the process is killed and the job given up
 * @param given.idleMs after which a process without work ends
 * @param given.mostWaiting jobs beyond these are refused: each that waits holds its input in memory
 */
export function childWorker<Job extends Serializable, Answer>(given: {
  worker: string;
  timeLimitMs: number;
  idleMs: number;
  mostWaiting: number;
}): (job: Job) => Promise<ChildOutcome<Answer>> {
  const { worker, timeLimitMs, idleMs, mostWaiting } = given;
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  /** The next job gets a new process. */
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
    // It ends with this process, and does not keep it.
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
          }, idleMs).unref();
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

  /** A process that served before may have ended meanwhile for reasons of its own; a new one that ends has its reason here. */
  async function askTwice(job: Job): Promise<ChildOutcome<Answer>> {
    const isUsed = child !== undefined;
    const outcome = await ask(job);
    return isUsed && !outcome.ok && outcome.reason === "failed" ? ask(job) : outcome;
  }

  return (job) => {
    if (waiting >= mostWaiting) return Promise.resolve({ ok: false, reason: "busy" });
    waiting += 1;
    const turn = last.then(() => askTwice(job)).finally(() => (waiting -= 1));
    last = turn.catch(() => {});
    return turn;
  };
}
