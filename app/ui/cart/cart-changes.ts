import { useEffect, useState } from "react";
import { useFetcher, useFetchers, useNavigation } from "react-router";

/** Whether the server is changing the cart: the totals shown may change. */
export function useCartChanging(): boolean {
  const navigation = useNavigation();
  return [navigation, ...useFetchers()].some(({ formAction }) => formAction?.startsWith("/cart"));
}

/**
 * The copies of one line while they are changed: shows the wanted number at once, and the server's again when it refuses.
 * One request at a time, so that the last wanted number is also the last one the server gets.
 */
export function useCopies({
  itemId,
  bookId,
  quantity,
}: {
  itemId: number;
  bookId: number;
  quantity: number;
}) {
  const { submit, state, data, formData } = useFetcher<{ ok: boolean }>({ key: `copies-${itemId}` });
  const isBusy = state !== "idle";
  const sent = isBusy && formData ? Number(formData.get("quantity")) : null;
  /** Chosen, and not answered yet. */
  const [wanted, setWanted] = useState<number | null>(null);

  const [answer, setAnswer] = useState(data);
  if (data !== answer) {
    setAnswer(data);
    // After a refusal, numbers chosen meanwhile are dropped too.
    if (!data?.ok || sent === wanted) setWanted(null);
  }

  useEffect(() => {
    if (isBusy || wanted === null) return;
    const fields = { intent: "update", itemId, bookId, was: quantity, quantity: wanted, stay: "on" };
    void submit(fields, { method: "post", action: "/cart", preventScrollReset: true });
  }, [isBusy, wanted, submit, itemId, bookId, quantity]);

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
