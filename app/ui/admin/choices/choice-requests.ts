import { useEffect, useState } from "react";
import type { Choice, ChoiceKind } from "~/domain/catalogue/books/lists/choices";

const TYPING_PAUSE_MS = 150;

export interface Found {
  /** The text that was searched for. */
  q: string;
  choices: Choice[];
  failed: boolean;
}

/**
 * Plain requests rather than a fetcher: an error (signed out meanwhile, no connection) must not replace the page with
 * its half-filled form.
 */
async function request<Answer>(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: "manual", headers: { Accept: "application/json" } });
  if (!response.headers.get("Content-Type")?.includes("json")) throw new Error("no answer");
  return (await response.json()) as Answer;
}

/** Searches while the user types. @returns the last answer; it is current if its `q` equals `q` */
export function useChoiceSearch(kind: ChoiceKind, q: string, isWanted: boolean): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const isCurrent = found?.q === q && !found.failed;
  useEffect(() => {
    if (!isWanted || isCurrent) return;
    const abort = new AbortController();
    const search = async () => {
      try {
        const url = `/admin/choices/${kind}?q=${encodeURIComponent(q)}`;
        const { choices } = await request<{ choices: Choice[] }>(url, { signal: abort.signal });
        setFound({ q, choices, failed: false });
      } catch {
        if (!abort.signal.aborted) setFound({ q, choices: [], failed: true });
      }
    };
    const pause = setTimeout(() => void search(), q ? TYPING_PAUSE_MS : 0);
    return () => {
      clearTimeout(pause);
      abort.abort();
    };
  }, [kind, q, isWanted, isCurrent]);
  return found;
}

/** Adds an author or tag without leaving the form. @returns the existing one if the name is taken */
export async function addNewChoice(
  kind: ChoiceKind,
  name: string,
): Promise<{ ok: true; choice: Choice } | { ok: false; message: string }> {
  try {
    return await request(`/admin/choices/${kind}`, { method: "POST", body: new URLSearchParams({ name }) });
  } catch {
    return { ok: false, message: `“${name}” could not be added. Please try again.` };
  }
}
