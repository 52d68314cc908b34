import type { RouterContextProvider } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readFactorRules } from "~/domain/factors/factor-rules.server";
import { requireRecentProof } from "./recent-proof.server";

/** Asks for a recent proof if a refund is above the shop's amount. @param amount paise @throws as requireRecentProof */
export async function requireProofForRefund(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
  amount: number,
): Promise<void> {
  const { refundProofAbove } = await readFactorRules(readDb);
  if (amount > refundProofAbove) await requireRecentProof(context, request, { form });
}
