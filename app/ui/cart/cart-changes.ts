import { useEffect, useState } from "react";
import { useFetcher, useFetchers, useNavigation } from "react-router";

/** Whether the server is working out a change of the cart: its sums stand, but may change. */
export function useCartChanging(): boolean {
  const navigation = useNavigation();
  return [navigation, ...useFetchers()].some(({ formAction }) => formAction?.startsWith("/cart"));
}

/**
 * The copies of one line while they are changed: what was asked for shows at once, and falls back to what the server
 * has when it refuses. One request at a time, so that the last word is the server's last too.
 */
export function useCopies({ itemId, quantity }: { itemId: number; quantity: number }) {
  const { submit, state, data, formData } = useFetcher<{ ok: boolean }>({ key: `copies-${itemId}` });
  const isBusy = state !== "idle";
  const sent = isBusy && formData ? Number(formData.get("quantity")) : null;
  /** Asked for, and not answered yet. */
  const [wanted, setWanted] = useState<number | null>(null);

  const [answer, setAnswer] = useState(data);
  if (data !== answer) {
    setAnswer(data);
    // After a refusal there is nothing to build on: what was asked for meanwhile goes too.
    if (!data?.ok || sent === wanted) setWanted(null);
  }

  useEffect(() => {
    if (isBusy || wanted === null) return;
    const fields = { intent: "update", itemId, was: quantity, quantity: wanted, stay: "on" };
    void submit(fields, { method: "post", action: "/cart", preventScrollReset: true });
  }, [isBusy, wanted, submit, itemId, quantity]);

  return {
    copies: wanted ?? sent ?? quantity,
    isBusy: isBusy || wanted !== null,
    /** A decrease at 1 is ignored (docs/specification.md §5.4). */
    ask(copies: number) {
      if (!Number.isSafeInteger(copies) || copies < 1) return;
      if (isBusy || copies !== quantity) setWanted(copies);
    },
  };
}
