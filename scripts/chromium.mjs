// Where a Chromium stands for the browser journeys: CHROMIUM, Playwright's own, or the system's; Debian's is
// installed when there is none.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { bin, fail, ROOT, say } from "./prepare.mjs";

const SYSTEM = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
];

/** @returns the path of a Chromium, or "" where Playwright has its own */
export function findChromium() {
  const found = [process.env.CHROMIUM, ...SYSTEM].find((file) => file && existsSync(file));
  if (found) return found;
  if (quiet(bin("playwright"), ["install", "chromium"])) return "";
  if (existsSync("/usr/bin/apt-get")) {
    say("Installing Debian's Chromium …");
    const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
    quiet(...command([...sudo, "apt-get", "update", "-qq"]));
    quiet(
      ...command([
        ...sudo,
        "apt-get",
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium",
        "fonts-noto-core",
      ]),
    );
    if (existsSync(SYSTEM[0])) return SYSTEM[0];
  }
  return fail("No Chromium for the browser journeys: install one and set CHROMIUM to its path.");
}

const command = ([program, ...args]) => [program, args];

function quiet(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(program, args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
