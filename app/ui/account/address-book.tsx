import { Form } from "react-router";
import type { AddressFields } from "~/domain/kit/addresses/address.schema";
import { AddressLines } from "./address-lines";
import { Button, ButtonLink } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { ConfirmForm } from "~/ui/kit/confirm-form";

type SavedAddress = AddressFields & { id: number; isDefault: boolean };

/** Saved addresses with their buttons. Posts intent=make-default to `page`. */
export function AddressBook({ addresses, page }: { addresses: SavedAddress[]; page: string }) {
  return (
    <ul className="rows">
      {addresses.map((address) => (
        <li
          key={address.id}
          className="grid gap-x-8 gap-y-3 py-6 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
        >
          <address className="not-italic wrap-anywhere">
            {address.isDefault ? (
              <span className="text-good block text-sm font-semibold">Default</span>
            ) : null}
            <AddressLines address={address} />
            <span className="text-muted block">
              <EmailText email={address.email} />
            </span>
          </address>
          <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:justify-end">
            <ButtonLink to={`${page}?edit=${address.id}`} variant="quiet" size="sm">
              Edit
              <Of address={address} />
            </ButtonLink>
            {address.isDefault ? null : (
              <Form method="post" action={page} preventScrollReset className="contents">
                <input type="hidden" name="addressId" value={address.id} />
                <Button name="intent" value="make-default" variant="plain" size="sm">
                  Make default
                  <Of address={address} />
                </Button>
              </Form>
            )}
            <ButtonLink
              to={`${page}?confirm=delete-${address.id}`}
              preventScrollReset
              variant="plain"
              size="sm"
            >
              Delete
              <Of address={address} />
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}

const Of = ({ address }: { address: SavedAddress }) => (
  <span className="sr-only">
    {" "}
    the address of {address.fullname} in {address.place}
  </span>
);

/** Asks before an address is deleted. Posts intent=delete. */
export function DeleteAddressDialog({ address, closeTo }: { address: SavedAddress; closeTo: string }) {
  return (
    <ConfirmForm
      title="Delete Address"
      closeTo={closeTo}
      action={closeTo}
      button={
        <Button name="intent" value="delete" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="addressId" value={address.id} />
      <address className="not-italic wrap-anywhere">
        <AddressLines address={address} />
      </address>
      <p>Orders you have placed keep the address they were sent to.</p>
    </ConfirmForm>
  );
}
