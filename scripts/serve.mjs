// Serves the built shop in this process, without installing or building anything. npm start ends here; the container
// and systemd start here.
import "./node/required.mjs";
import path from "node:path";
import { aboutDamage } from "./backup/damaged.mjs";
import { dataFolder } from "./backup/files.mjs";
import { fail, ROOT, say } from "./prepare.mjs";

process.chdir(ROOT);
process.env.NODE_ENV ||= "production";

try {
  const { startShop } = await import("../build/server/index.js");
  // Workers run this file, too; npm start is another one.
  const shop = await startShop({ workerFile: path.join(ROOT, "scripts/serve.mjs") });
  // A worker of several hears from the primary when to end.
  if (shop) run(shop);
} catch (error) {
  if (error.name === "ConfigError") fail(error.message);
  if (error.code === "EADDRINUSE")
    fail(`Port ${error.port} is taken: stop what listens there, or set PORT to another.`);
  const damage = aboutDamage(error, dataFolder());
  if (damage) fail(damage);
  throw error;
}

function run(shop) {
  say(`\nThe shop is open at ${shop.address}`);
  shop.notes.forEach(say);

  let closing = false;
  const close = (signal) => {
    if (closing) return;
    closing = true;
    say(`${signal}: closing`);
    shop.close().then(
      () => process.exit(0),
      (error) => fail(String(error)),
    );
  };
  process.on("SIGTERM", close);
  process.on("SIGINT", close);
  if (shop.restart) process.on("SIGHUP", () => void shop.restart());
}
