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
  /** Asked for while another request is under way. */
  const [next, setNext] = useState<number | null>(null);
  const isBusy = state !== "idle";

  const send = (copies: number) => {
    const fields = { intent: "update", itemId, was: quantity, quantity: copies, stay: "on" };
    void submit(fields, { method: "post", action: "/cart", preventScrollReset: true });
  };
  useEffect(() => {
    if (isBusy || next === null) return;
    setNext(null);
    // After a refusal there is nothing to build on.
    if (data?.ok && next !== quantity) send(next);
  });

  return {
    copies: next ?? (isBusy && formData ? Number(formData.get("quantity")) : quantity),
    isBusy: isBusy || next !== null,
    /** A decrease at 1 is ignored (specification section 5). */
    ask(copies: number) {
      if (!Number.isSafeInteger(copies) || copies < 1) return;
      if (isBusy) setNext(copies);
      else if (copies !== quantity) send(copies);
    },
  };
}
