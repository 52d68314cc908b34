/** A form that is being sent, from the router's navigation and fetchers. */
interface Sent {
  formAction?: string;
  formData?: FormData;
}

/**
 * How many copies the cart will have once the forms being sent have arrived; the badge shows it at once. If the server
 * decides otherwise, its answer brings the right count.
 * @param count the server's last count of copies @param sent the forms being sent; those that change a line or move it
 * out have its copies in `was`
 */
export function expectedCartCount(count: number, sent: readonly Sent[]): number {
  let expected = count;
  for (const { formAction, formData } of sent) {
    if (formAction && formData) expected += change(formAction, formData);
  }
  return Math.max(0, expected);
}

function change(action: string, form: FormData): number {
  const copies = (name: string) => {
    const number = Number(form.get(name));
    return Number.isSafeInteger(number) && number > 0 ? number : 0;
  };
  switch (`${action} ${String(form.get("intent"))}`) {
    case "/cart add":
      return Math.max(1, copies("quantity"));
    case "/cart update":
      // A decrease at 1 is ignored.
      return copies("quantity") === 0 ? 0 : copies("quantity") - copies("was");
    case "/cart remove":
    case "/cart/saved save":
      return -copies("was");
    case "/cart/saved move":
      return copies("was");
    case "/wishlist move":
      return 1;
  }
  return 0;
}
