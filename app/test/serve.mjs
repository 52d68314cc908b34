// The built shop for the tests: announces its address, closes on SIGTERM.
const { startShop } = await import("../../build/server/index.js");
const shop = await startShop();
process.stdout.write(`listening ${shop.address}\n`);
process.on("SIGTERM", () => void shop.close().then(() => process.exit(0)));
