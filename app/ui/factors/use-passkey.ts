import { useState } from "react";
import { useHydrated } from "~/ui/kit/hydrated";

type Purpose = "add" | "sign-in" | "step" | "prove";

const FAILED = "The passkey could not be used. Please try again, or log in another way";
const NOT_CHOSEN = "No passkey was chosen, or it took too long";
const KNOWN = "This device has a passkey for this account already";

/** Whether this browser has passkeys; false on the server and without scripts. */
export function useHasPasskeys(): boolean {
  return useHydrated() && typeof PublicKeyCredential === "function";
}

/**
 * Opens the browser's passkey dialog.
 * @param purpose as in routes/account/login/passkey-challenge.ts
 * @param onAnswer gets the passkey's answer as JSON, for the field `passkey` of the page's form
 * @returns a function that opens the dialog, whether it is open, and what went wrong
 */
export function usePasskeyDialog(purpose: Purpose, onAnswer: (answer: string) => void) {
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    if (isBusy) return;
    setProblem("");
    setBusy(true);
    try {
      const answer = await ask(purpose);
      if (answer !== null) onAnswer(answer);
    } catch (error) {
      setProblem(problemOf(error));
    }
    setBusy(false);
  };
  return { open: () => void open(), isBusy, problem };
}

/** An answer of the shop that its message explains. */
class Refused extends Error {}

async function ask(purpose: Purpose): Promise<string | null> {
  const response = await fetch("/passkeys/challenge", {
    method: "POST",
    body: new URLSearchParams({ purpose }),
  });
  const options = await response.json();
  if (options.to) {
    location.assign(options.to);
    return null;
  }
  if (!response.ok) throw new Refused(options.message ?? FAILED);
  // Loaded here, where it is needed, with no page.
  const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
  const answer =
    purpose === "add"
      ? await startRegistration({ optionsJSON: options })
      : await startAuthentication({ optionsJSON: options });
  return JSON.stringify(answer);
}

function problemOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (!(error instanceof Error)) return FAILED;
  if (error.name === "NotAllowedError" || error.name === "AbortError") return NOT_CHOSEN;
  return error.name === "InvalidStateError" ? KNOWN : FAILED;
}
