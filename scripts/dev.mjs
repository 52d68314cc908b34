// npm run dev: the shop behind Vite's development server; edits show at once.
import { createServer } from "node:http";
import { parseArgs } from "node:util";
import { aboutDamage } from "./backup/damaged.mjs";
import { dataFolder } from "./backup/files.mjs";
import { fail, install, ROOT, say } from "./prepare.mjs";

process.chdir(ROOT);
install();
const { values } = parseArgs({ options: { port: { type: "string", default: process.env.PORT ?? "3000" } } });
const port = Number(values.port);
process.env.NODE_ENV = "development";
process.env.PORT = String(port);
process.env.PAGE_CACHE ??= "off";

try {
  const { createServer: createVite } = await import("vite");
  const vite = await createVite({
    server: { middlewareMode: true, hmr: { port: port + 10_000 } },
    cacheDir: `node_modules/.vite-${port}`,
  });
  const load = () => vite.ssrLoadModule("/app/process/server.ts");
  const server = createServer((req, res) => {
    vite.middlewares(req, res, async () => {
      try {
        const { listener } = await vite.ssrLoadModule("/app/process/serving.server.ts");
        listener(req, res);
      } catch (error) {
        vite.ssrFixStacktrace(error);
        res.writeHead(500, { "Content-Type": "text/plain" }).end(error.stack);
      }
    });
  });
  const { prepare, startWork } = await load();
  const notes = await prepare();
  server.listen(port, () => {
    startWork(port);
    say(`\nThe shop is open at http://localhost:${port}`);
    notes.forEach(say);
  });
} catch (error) {
  const message = error.name === "ConfigError" ? error.message : error.stack;
  fail(aboutDamage(error, dataFolder()) ?? message);
}
