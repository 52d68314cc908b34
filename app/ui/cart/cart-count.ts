/** A form under way to the server, as the router tells of navigations and fetchers. */
interface Sent {
  formAction?: string;
  formData?: FormData;
}

/**
 * How many copies the cart will hold once what is under way has come through; the badge shows it at once. Should the
 * server answer otherwise, its own count comes with the answer.
 * @param count copies as the server last told; @param sent the forms under way; those that change a line or put it
 * aside say in `was` how many copies it had
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
