import { useState } from "react";

/** Announces a text when it changes, but not the text that the page came with. */
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
