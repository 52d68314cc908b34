// npm run staff: for the person at the server when no owner can log in. Plain JavaScript, because the container has no
// compiler.
import "./node/required.mjs";
import { parseArgs } from "node:util";
import { runCommand, say } from "./backup/command.mjs";
import { Refusal } from "./backup/files.mjs";
import { findShop, loadShop } from "./backup/place.mjs";

const USAGE = `Usage: npm run staff -- --list [--data DIR]
       npm run staff -- --add-owner EMAIL [--reset-factor] [--data DIR]

Helps when no owner can log in to the back office. The shop may be running or stopped.

  --list            shows who works here, with job and last login
  --add-owner EMAIL makes the account with this address an active owner, or adds one, and prints a link to choose
                    its password (works once, within one hour); all its sessions end
  --reset-factor    also removes the account's second step at login: app, passkeys and recovery codes
  --data DIR        the shop's data folder; default: DATA_DIR, or data

Exits with 0 when it was done; 1 when nothing was changed; 2 for wrong arguments.
`;

function readArguments() {
  const { values } = parseArgs({
    options: {
      list: { type: "boolean" },
      "add-owner": { type: "string" },
      "reset-factor": { type: "boolean" },
      data: { type: "string" },
      help: { type: "boolean" },
    },
  });
  if (values.help) return values;
  if (Boolean(values.list) === (values["add-owner"] !== undefined))
    throw new Error("Please give either --list or --add-owner EMAIL.");
  if (values["reset-factor"] && values.list) throw new Error("--reset-factor goes with --add-owner.");
  return values;
}

async function work({ data, list, "add-owner": addOwner, "reset-factor": resetFactor = false }) {
  const { dataDir } = findShop(data);
  const { runStaffCommand } = await loadShop(dataDir);
  const outcome = await runStaffCommand(list ? { list: true } : { addOwner, resetFactor });
  if (!outcome.ok) throw new Refusal(outcome.message);
  outcome.lines.forEach(say);
}

await runCommand({ usage: USAGE, readArguments, work, failed: "Nothing was changed" });
