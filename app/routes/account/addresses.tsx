import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { postedAddressSchema } from "~/domain/kit/addresses/address.schema";
import {
  deleteAddress,
  listAddresses,
  makeDefaultAddress,
  saveAddress,
} from "~/domain/kit/addresses/addresses.server";
import { parseConfirm } from "~/domain/kit/listing/listing";
import { accountHeaders } from "~/http/answers/account-headers.server";
import { formRefusal } from "~/http/answers/form-refusal.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import type { Flash } from "~/page-data/flash";
import { AccountFrame } from "~/ui/account/account-frame";
import { Part } from "~/ui/account/opening";
import { AddressBook, DeleteAddressDialog } from "~/ui/account/address-book";
import { AddressForm } from "~/ui/account/address-form";
import { ButtonLink } from "~/ui/kit/button";
import { EmptyState } from "~/ui/kit/empty-state";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/addresses";
import { readParam } from "~/domain/kit/search-params";

const PAGE = "/account/addresses";

export const headers: Route.HeadersFunction = accountHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Addresses") }, { name: "robots", content: "noindex" }];
}

/** ?add and ?edit=ID open the form, ?confirm=delete-ID the question. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request);
  const addresses = await listAddresses(readDb, account.id);
  const named = (id: string | null) => {
    const found = addresses.find((address) => String(address.id) === id);
    if (id !== null && !found) throw data(null, { status: 404 });
    return found ?? null;
  };
  const question = parseConfirm(url.searchParams, ["delete"]);
  return {
    addresses,
    editing: named(readParam(url.searchParams, "edit")),
    deleting: named(question && String(question.id)),
    isAdding: url.searchParams.has("add"),
    newAddress: { fullname: `${account.firstName} ${account.lastName}`.trim(), email: account.email },
  };
}

/** POST: intent save-address, make-default or delete; addressId names the customer's own. */
export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request);
  const form = await readForm(request);
  const id = Number(form.get("addressId")) || null;
  const done = (text: string, kind: Flash["kind"] = "success") =>
    redirectWithFlash(context, PAGE, { kind, text });
  switch (form.get("intent")) {
    case "save-address": {
      const submission = parseWithZod(form, { schema: postedAddressSchema(form) });
      if (submission.status !== "success") return formRefusal(submission).invalid();
      const saved = await saveAddress(writeDb, account.id, id, submission.value);
      if (!saved.ok && saved.reason === "full") return formRefusal(submission).form(saved.message);
      if (!saved.ok) throw data(null, { status: 404 });
      return done(saved.message, saved.isDouble ? "info" : "success");
    }
    case "make-default":
      if (!id || !(await makeDefaultAddress(writeDb, account.id, id))) throw data(null, { status: 404 });
      return done("Your next checkout begins with this address");
    case "delete":
      if (!id || !(await deleteAddress(writeDb, account.id, id))) throw data(null, { status: 404 });
      return done("Shipping address deleted!");
  }
  throw data("Unknown intent", { status: 400 });
}

export default function Addresses({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses, editing, deleting, isAdding, newAddress } = loaderData;
  const showsForm = isAdding || editing !== null;
  return (
    <AccountFrame title="Addresses">
      {showsForm ? (
        <Part id="address-part" title={editing ? "Edit Address" : "Add New Address"}>
          <AddressForm
            key={editing?.id ?? "new"}
            page={PAGE}
            id={editing?.id ?? null}
            defaults={editing ?? newAddress}
            lastResult={actionData?.result}
            cancelTo={PAGE}
          />
        </Part>
      ) : addresses.length > 0 ? (
        <ButtonLink to={`${PAGE}?add=1`} className="mb-4">
          Add New Address
        </ButtonLink>
      ) : (
        <EmptyState title="No addresses yet">
          <p className="text-muted">Addresses you save here are offered at every checkout.</p>
          <ButtonLink to={`${PAGE}?add=1`}>Add New Address</ButtonLink>
        </EmptyState>
      )}
      <AddressBook addresses={addresses} page={PAGE} />
      {deleting ? <DeleteAddressDialog address={deleting} closeTo={PAGE} /> : null}
    </AccountFrame>
  );
}
