// Starts the built shop for the browser journeys with an empty data folder, and a stand-in for Google that logs in a new
// person each time.
import { rmSync } from "node:fs";
import { tsImport } from "tsx/esm/api";
import "../app/test/little-work.mjs";

const { startOpenIdProvider } = await tsImport("../app/test/servers/openid-provider.ts", import.meta.url);
const google = await startOpenIdProvider("google");
let people = 0;
Object.defineProperty(google, "person", {
  get() {
    people += 1;
    const sub = `reader-${people}`;
    return {
      sub,
      email: `${sub}@there.example`,
      email_verified: true,
      given_name: "Meera",
      family_name: "Iyer",
    };
  },
});
Object.assign(process.env, google.env);

rmSync(process.env.DATA_DIR, { recursive: true, force: true });
await import("../scripts/start.mjs");
