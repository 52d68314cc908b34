// Serves the built shop in this process, without installing or building anything. npm start ends here; the container
// and systemd start here.
import { checkNode, fail, ROOT, say } from "./prepare.mjs";

checkNode();
process.chdir(ROOT);
process.env.NODE_ENV ||= "production";

try {
  const { startShop } = await import("../build/server/index.js");
  const shop = await startShop();
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
} catch (error) {
  if (error.name === "ConfigError") fail(error.message);
  if (error.code === "EADDRINUSE")
    fail(`Port ${error.port} is taken: stop what listens there, or set PORT to another.`);
  throw error;
}
