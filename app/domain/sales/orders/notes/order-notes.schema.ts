import { z } from "zod";
import { typedLines } from "~/domain/kit/typed-text";

export const ORDER_NOTE_MAX = 2_000;

/** Staff's note about an order, for staff alone. */
export const orderNoteSchema = z.object({
  note: typedLines("Note", ORDER_NOTE_MAX, "Please write the note").meta({
    description: "For staff: no customer sees it.",
    examples: ["She will call on Monday about the address."],
  }),
});
