import { useState } from "react";

/** Reads out what a text of the page has become, and never what it was when the page came. */
export function Live({ text }: { text: string }) {
  const [first] = useState(text);
  const [hasChanged, setChanged] = useState(false);
  if (!hasChanged && text !== first) setChanged(true);
  return (
    <span role="status" className="sr-only">
      {hasChanged ? text : ""}
    </span>
  );
}
