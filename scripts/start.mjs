// npm start: the only command needed in a fresh checkout. Installs and builds what is missing, then serves in this
// process.
import { build, install, ROOT } from "./prepare.mjs";

process.chdir(ROOT);
install();
build();
await import("./serve.mjs");
