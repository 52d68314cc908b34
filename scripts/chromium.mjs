// Finds a Chromium for the browser journeys: CHROMIUM, the system's, or Playwright's own; if there is none, installs
// Debian's.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { bin, fail, ROOT, say } from "./prepare.mjs";

// The headless shell first: it needs half the time for the same journeys.
const SYSTEM = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** @returns the path of a Chromium, or "" if Playwright has its own */
export function findChromium() {
  const found = [process.env.CHROMIUM, ...SYSTEM].find((file) => file && existsSync(file));
  if (found) return found;
  if (quiet(bin("playwright"), ["install", "chromium"])) return "";
  if (existsSync("/usr/bin/apt-get")) {
    say("Installing Debian's Chromium …");
    const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
    quiet(...command([...sudo, "apt-get", "update", "-qq"]));
    // Older releases have only the browser.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      const install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", name];
      if (quiet(...command([...sudo, ...install])) && existsSync(`/usr/bin/${name}`))
        return `/usr/bin/${name}`;
    }
  }
  return fail("No Chromium for the browser journeys: install one and set CHROMIUM to its path.");
}

const command = ([program, ...args]) => [program, args];

function quiet(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
