import { useState } from "react";
import { Icon } from "~/ui/kit/icons";
import { showToast } from "~/ui/frame/toasts/show-toast";

/** Copies the page's link. When that fails, or without scripts, a field shows the link to copy by hand. */
export function ShareLink({ url, title }: { url: string; title: string }) {
  const [isShown, setShown] = useState(false);
  async function share() {
    try {
      await navigator.clipboard.writeText(url);
      showToast("success", "Share link copied to clipboard");
    } catch {
      // Not available over plain http, or refused by the browser.
      setShown(true);
      showToast("error", "The link could not be copied. Please copy it by hand.");
    }
  }
  const field = (
    <input
      readOnly
      value={url}
      aria-label={`Link to ${title}`}
      // Selected at once, when scripts could not copy it.
      autoFocus={isShown}
      className="input mt-2"
      onFocus={(event) => event.target.select()}
    />
  );
  return (
    <>
      <button type="button" className="btn btn-plain btn-sm needs-js" onClick={() => void share()}>
        <Icon name="share" className="size-5" /> Share
      </button>
      {isShown ? <div className="share">{field}</div> : null}
      <details className="no-js">
        <summary className="btn btn-plain btn-sm">
          <Icon name="share" className="size-5" /> Share
        </summary>
        {field}
      </details>
    </>
  );
}
