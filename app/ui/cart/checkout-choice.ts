import { useNavigate } from "react-router";
import type { PaymentWay } from "~/domain/sales/delivery/plan";

/** The fields of what is chosen at the checkout, and their names in the page's address. */
export const CHOICE_FIELDS = [
  ["addressId", "address"],
  ["methodId", "method"],
  ["paymentMethod", "payment"],
] as const;

/** The choice that the page has the prices of, for a hidden field of its form. */
export const choiceText = (chosen: {
  addressId: number | null;
  methodId?: number | null | undefined;
  payment: PaymentWay;
}): string => `${chosen.addressId ?? ""}:${chosen.methodId ?? ""}:${chosen.payment}`;

/** Where scripts run, a choice shows at once what it costs: the page is asked for with it. @param form the id of the form */
export function useChoice(form: string): () => void {
  const navigate = useNavigate();
  return () => {
    const fields = new FormData(document.getElementById(form) as HTMLFormElement);
    const chosen = new URLSearchParams();
    for (const [field, param] of CHOICE_FIELDS) {
      const value = fields.get(field);
      if (typeof value === "string" && value !== "") chosen.set(param, value);
    }
    void navigate(`/checkout?${chosen}`, { replace: true, preventScrollReset: true });
  };
}
