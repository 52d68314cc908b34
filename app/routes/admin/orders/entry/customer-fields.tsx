import { MOBILE_TYPED_MAX } from "~/domain/kit/addresses/address.schema";
import { useMay } from "~/ui/admin/frame/rights";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import type { CustomerChoice } from "./customer-choice.server";

/** For whom an order is: who was chosen, or name and phone with a search for who has an account. */
export function CustomerFields({
  customer,
  people,
  field,
}: CustomerChoice & {
  /** What a field shows, by its name. */
  field: (name: string) => {
    name: string;
    defaultValue: string;
    errors: string[] | undefined;
    autoComplete: string;
  };
}) {
  const may = useMay();
  if (customer)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="customerId" value={customer.id} />
        <p className="min-w-0 wrap-anywhere">
          <bdi className="font-semibold">{customer.name}</bdi>{" "}
          <span className="text-muted">{customer.email}</span>
        </p>
        <Button name="intent" value="otherCustomer" variant="quiet" size="sm">
          Somebody Else
        </Button>
      </div>
    );
  return (
    <>
      {may("customers") ? (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-0 flex-1 basis-56">
              <TextField
                label="Find a customer"
                hint="Who has ordered or registered before: name, phone or email"
                {...field("who")}
                maxLength={100}
                dir="auto"
              />
            </div>
            <Button name="intent" value="findCustomer" variant="quiet">
              Find Customer
            </Button>
          </div>
          <People people={people} />
        </>
      ) : null}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Name" {...field("name")} maxLength={99} dir="auto" required />
        <TextField label="Phone" {...field("phone")} type="tel" maxLength={MOBILE_TYPED_MAX} required />
        <TextField
          label="Email (optional)"
          hint="Without one, no mail is sent."
          {...field("customerEmail")}
          type="email"
          maxLength={119}
        />
      </div>
    </>
  );
}

/** Whom a search found, where one has to be chosen. */
function People({ people }: Pick<CustomerChoice, "people">) {
  if (!people || people.length === 0) return null;
  return (
    <fieldset className="bg-sunken grid gap-1 rounded-md p-4">
      <legend className="sr-only">Customers found</legend>
      <p role="status" className="text-sm">
        Which one?
      </p>
      <ul className="divide-line grid divide-y">
        {people.map(({ id, name, email, orders }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <bdi className="block font-semibold">{name}</bdi>
              <span className="text-muted block text-sm">
                {[email, orders === 1 ? "1 order" : `${orders} orders`].filter(Boolean).join(" · ")}
              </span>
            </span>
            <Button name="chooseCustomer" value={id} size="sm" variant="quiet" aria-label={`Choose ${name}`}>
              Choose
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
