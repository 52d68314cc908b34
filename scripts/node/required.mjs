// The first import of scripts that are also started without npm: packages of the shop end an older Node without a word.
import { isFit, OLDEST } from "./fit.mjs";

const { node } = process.versions;
if (!isFit(node)) {
  const way = "Kitab's npm scripts, such as npm start, fetch one";
  process.stderr.write(`Kitab needs Node ${OLDEST} or later, and this is ${node}. ${way}.\n`);
  process.exit(1);
}
