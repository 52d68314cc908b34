// npm start: the only command needed in a fresh checkout. Installs and builds what is missing, then serves in this
// process.
import { checkNode, installAndBuild, ROOT } from "./prepare.mjs";

checkNode();
process.chdir(ROOT);
await installAndBuild();
await import("./serve.mjs");
