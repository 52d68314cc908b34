// npm start: the one command of a fresh checkout. Installs and builds what is missing, then serves in this process.
import { build, checkNode, install, ROOT } from "./prepare.mjs";

checkNode();
process.chdir(ROOT);
install();
build();
await import("./serve.mjs");
