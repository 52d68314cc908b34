// Preloaded into a shop's process (--import): hooks.test counts as a public address, and connections to it go to this
// machine, WEBHOOKS_TO, which the shop itself refuses. NODE_EXTRA_CA_CERTS makes it trust the certificate.
import { promises as dns } from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { isIP } from "node:net";
import tls from "node:tls";

const HOST = "hooks.test";
const address = process.env.WEBHOOKS_TO;
const found = { address, family: isIP(address) };
const { lookup } = dns;
const { connect } = tls;

dns.lookup = (host, options) =>
  host === HOST ? Promise.resolve([{ address: "93.184.216.34", family: 4 }]) : lookup(host, options);

const toThisMachine = (host, { all }, done) =>
  all ? done(null, [found]) : done(null, address, found.family);

tls.connect = (options, ...more) =>
  connect(options?.host === HOST ? { ...options, lookup: toThisMachine } : options, ...more);

syncBuiltinESMExports();
