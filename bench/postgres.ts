// A PostgreSQL server for a benchmark, which waits for the disk as a real one. Prints the address of an empty database;
// ends with its input.
import { startPostgres } from "../app/test/databases/postgres";

const server = await startPostgres(undefined, {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  autovacuum: "on",
  shared_buffers: "256MB",
  max_connections: "100",
});
process.stdout.write(`${server.urlOf("postgres")}\n`);
process.stdin.resume();
process.stdin.once("end", () => void server.stop().then(() => process.exit(0)));
