import { useId } from "react";
import { showToast } from "~/ui/frame/toasts/show-toast";
import { Icon } from "~/ui/kit/icons";

/** A key or secret that is shown only now, to be copied: by a button, or by hand from its field. */
export function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const id = useId();
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      showToast("success", `${label} copied to clipboard`);
    } catch {
      // Not available over plain http, or refused by the browser.
      showToast("error", "It could not be copied. Please copy it by hand.");
    }
  }
  return (
    <div className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      {/* A text area wraps, so that the whole secret can be seen on a phone too. */}
      <textarea
        id={id}
        readOnly
        rows={2}
        value={secret}
        autoFocus
        spellCheck={false}
        className="input font-mono text-sm break-all"
        onFocus={(event) => event.target.select()}
      />
      <button type="button" className="btn btn-quiet btn-sm needs-js w-fit" onClick={() => void copy()}>
        <Icon name="share" className="size-5" /> Copy
      </button>
    </div>
  );
}
