import cluster, { type Worker } from "node:cluster";

// A shop of several workers (docs/decisions/0032) has one more process, the primary. What all workers must have in common
// and is not in the database is held there: they call its functions by messages. A shop of one process calls them directly.

type Work = (...args: never[]) => unknown;

interface Call {
  type: "call";
  number: number;
  work: string;
  args: unknown[];
}

type Answer = { type: "answer"; number: number } & ({ result: unknown } | { error: string });

const works = new Map<string, Work>();
const asked = new Map<number, (answer: Answer) => void>();
let calls = 0;

/**
 * Makes a function that runs in one process for all workers.
 * Its file must be imported by app/process/primary.server.ts, or by what that imports.
 * @param name of its own among these @param work its arguments and result must be JSON; `null` in place of undefined
 */
export function inPrimary<Args extends unknown[], Result>(
  name: string,
  work: (...args: Args) => Result | Promise<Result>,
): (...args: Args) => Promise<Result> {
  works.set(name, work);
  return async (...args) => (cluster.isWorker ? ((await ask(name, args)) as Result) : work(...args));
}

/** Answers as long as the primary, where the background work is, goes on. */
export const isPrimaryAlive = inPrimary("alive", () => true);

function ask(work: string, args: unknown[]): Promise<unknown> {
  if (calls === 0) process.on("message", takeAnswer);
  const number = (calls += 1);
  return new Promise((resolve, reject) => {
    const fail = (message: string) => {
      asked.delete(number);
      reject(new Error(`${work}: ${message}`));
    };
    asked.set(number, (answer) => ("error" in answer ? fail(answer.error) : resolve(answer.result)));
    // When the primary is gone, this process ends as well.
    process.send!({ type: "call", number, work, args } satisfies Call, undefined, undefined, (error) => {
      if (error) fail(error.message);
    });
  });
}

function takeAnswer(message: Answer | { type: string }) {
  if (message.type !== "answer" || !("number" in message)) return;
  asked.get(message.number)?.(message);
  asked.delete(message.number);
}

/** In the primary: answers the calls of workers. */
export function answerWorkers() {
  cluster.on("message", (worker: Worker, message: Call | { type: string }) => {
    if (message.type === "call" && "number" in message) void answerCall(worker, message);
  });
}

async function answerCall(worker: Worker, { number, work, args }: Call) {
  const head = { type: "answer", number } as const;
  let answer: Answer;
  try {
    answer = { ...head, result: await works.get(work)!(...(args as never[])) };
  } catch (error) {
    answer = { ...head, error: error instanceof Error ? error.message : String(error) };
  }
  if (worker.isConnected()) worker.send(answer, () => {});
}
