import { useState } from "react";
import { data, redirect } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { preselectedAddress, listAddresses } from "~/domain/addresses/addresses.server";
import { readCart } from "~/domain/cart/cart.server";
import { NO_ADDRESS } from "~/domain/checkout/checkout.schema";
import { deliveryDate } from "~/domain/checkout/delivery";
import { shopProvider } from "~/domain/gateways/shop-gateway.server";
import { findUnpaidOrder } from "~/domain/payments/unpaid-order.server";
import { whyNoOrders } from "~/domain/settings/closing.server";
import { readSettings } from "~/domain/settings/settings.server";
import { readParam } from "~/domain/search-params";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AddressChoice } from "~/ui/account/address-choice";
import { ADDRESS_FORM, AddressForm } from "~/ui/account/address-form";
import { Opening } from "~/ui/account/opening";
import { ORDER_FORM, PaymentMethod, PlaceOrder, UnpaidNotice } from "~/ui/cart/place-order";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/page-title";
import type { Route } from "./+types/checkout";
import * as order from "./order-action.server";

const LOGIN_FIRST = "Please login to access checkout";

/** The action's headers: Retry-After, after too many requests. */
export const headers: Route.HeadersFunction = ({ actionHeaders, errorHeaders }) =>
  errorHeaders ?? actionHeaders;

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [
    { title: pageTitle(matches, "Checkout") },
    { name: "description", content: "Where your order goes, and what it comes to." },
    { name: "robots", content: "noindex" },
  ];
}

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const cart = await readCart(readDb, { accountId: account.id });
  if (cart.lines.length === 0) throw redirect("/cart", 303);
  const notOpen = await whyNoOrders(readDb);
  if (notOpen !== null) throw redirectWithFlash(context, "/cart", { kind: "error", text: notOpen });
  if (!cart.isOrderable) {
    const text = "Some books in your cart cannot be ordered as they are.";
    throw redirectWithFlash(context, "/cart", { kind: "error", text });
  }
  const addresses = await listAddresses(readDb, account.id);
  const edited = readParam(url.searchParams, "edit");
  const editing = addresses.find((address) => String(address.id) === edited);
  if (edited !== null && !editing) throw data(null, { status: 404 });
  const saved = Number(readParam(url.searchParams, "address"));
  const chosen =
    addresses.find((address) => address.id === saved) ??
    (await preselectedAddress(readDb, account.id, addresses));
  return {
    lines: cart.lines,
    totals: cart.totals,
    coupon: cart.coupon,
    freeAbove: (await readSettings(readDb)).shippingThreshold,
    deliveryBy: deliveryDate(new Date(), cart.lines),
    offer: shopProvider().offer,
    unpaid: await findUnpaidOrder(readDb, account.id),
    addresses,
    chosen: chosen?.id ?? null,
    editing: editing ?? null,
    isAdding: url.searchParams.has("add") || addresses.length === 0,
    newAddress: { fullname: `${account.firstName} ${account.lastName}`.trim(), email: account.email },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const account = requireCustomer(context, request, LOGIN_FIRST);
  const form = await readForm(request);
  switch (form.get("intent")) {
    case "save-address":
      return order.save(context, account.id, form);
    case "place-order":
      return order.place(context, account, form);
  }
  throw data("The checkout could not read this request.", { status: 400 });
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses, editing, isAdding, newAddress, unpaid } = loaderData;
  // The address was saved even though the order was refused: its form is closed.
  const saved = actionData?.saved ?? null;
  const showsForm = saved === null && (isAdding || editing !== null);
  const chosen = saved ?? loaderData.chosen;
  const [selected, select] = useState(chosen);
  const orderError = actionData?.order ?? null;
  const isMissing = orderError === NO_ADDRESS;
  // The order goes to the address that the page shows: the one in the open form, or the one chosen.
  const form = showsForm ? ADDRESS_FORM : ORDER_FORM;
  return (
    <div className="page">
      <Opening>Checkout</Opening>
      {unpaid ? <UnpaidNotice order={unpaid} /> : null}
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="shipping" className="grid grid-cols-1 gap-5">
            <h2 id="shipping" className="text-2xl">
              Shipping information
            </h2>
            {showsForm ? (
              <div id="address-part" className="panel grid gap-5">
                <h3 className="text-xl">{editing ? "Edit Address" : "Add New Address"}</h3>
                <AddressForm
                  key={editing?.id ?? "new"}
                  page="/checkout"
                  id={editing?.id ?? null}
                  defaults={editing ?? newAddress}
                  lastResult={actionData?.address ?? undefined}
                  cancelTo={addresses.length > 0 ? "/checkout" : undefined}
                />
              </div>
            ) : (
              <>
                <AddressChoice
                  // An address that was just saved is chosen.
                  key={chosen}
                  addresses={addresses}
                  form={ORDER_FORM}
                  chosen={chosen}
                  onChoose={select}
                  errors={isMissing ? [NO_ADDRESS] : undefined}
                />
                <ButtonLink
                  to="/checkout?add=1#address-part"
                  variant="quiet"
                  preventScrollReset
                  className="justify-self-start"
                >
                  Add New Address
                </ButtonLink>
              </>
            )}
          </section>
          <PaymentMethod form={form} offer={loaderData.offer} />
        </div>
        <PlaceOrder
          form={form}
          lines={loaderData.lines}
          totals={loaderData.totals}
          coupon={loaderData.coupon}
          freeAbove={loaderData.freeAbove}
          deliveryBy={loaderData.deliveryBy}
          hasAddress={showsForm || selected !== null}
          error={orderError}
        />
      </div>
    </div>
  );
}
