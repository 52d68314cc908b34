import { inPrimary } from "./in-primary.server";

/** What one process of the shop does at a time. */
interface Waiting {
  /** The id of its process. */
  holder: number;
  begin(): void;
}

/** By name; the first holds the lock. */
const lines = new Map<string, Waiting[]>();

const take = inPrimary(
  "acquire a lock",
  (name: string, holder: number) =>
    new Promise<null>((resolve) => {
      const line = lines.get(name) ?? [];
      lines.set(name, line);
      line.push({ holder, begin: () => resolve(null) });
      if (line.length === 1) line[0]!.begin();
    }),
);

const end = inPrimary("release a lock", (name: string, holder: number) => {
  leave(name, (one, index) => index === 0 && one.holder === holder);
});

/** Removes those from a line, and lets the next one begin. */
function leave(name: string, isGone: (one: Waiting, index: number) => boolean) {
  const line = lines.get(name) ?? [];
  const [first] = line;
  const left = line.filter((one, index) => !isGone(one, index));
  lines.set(name, left);
  if (left[0] !== first) left[0]?.begin();
}

/**
 * Waits until no other process of the shop holds the lock of this name.
 * @returns what to call to release it
 */
export async function acquireLock(name: string): Promise<() => void> {
  await take(name, process.pid);
  return () => void end(name, process.pid).catch(() => {});
}

/** In the primary: a process has died, with its locks and those that it waited for. */
export function releaseLocksOf(holder: number) {
  for (const name of lines.keys()) leave(name, (one) => one.holder === holder);
}
