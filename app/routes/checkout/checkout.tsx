import { isFetched } from "~/domain/sales/delivery/pick-up";
import { useState } from "react";
import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { NO_ADDRESS } from "~/domain/sales/checkout/checkout.schema";
import { readCheckout } from "~/domain/sales/checkout/read-checkout.server";
import { shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { isSameOrder } from "~/domain/sales/payments/payments";
import { findJustOrdered } from "~/domain/sales/payments/unpaid-order.server";
import { readParam } from "~/domain/kit/search-params";
import { redirect } from "~/http/answers/redirect.server";
import { checkoutChoice } from "~/http/request/checkout-choice.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { requireCustomer } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { AddressChoice } from "~/ui/account/address-choice";
import { ADDRESS_FORM, AddressForm } from "~/ui/account/address-form";
import { Opening } from "~/ui/account/opening";
import { choiceText, useChoice } from "~/ui/cart/checkout-choice";
import { DeliveryChoice } from "~/ui/cart/delivery-choice";
import { PaymentMethod } from "~/ui/cart/payment-method";
import { ORDER_FORM, PlaceOrder, UnpaidNotice } from "~/ui/cart/place-order";
import { Button, ButtonLink } from "~/ui/kit/button";
import { buyerErrors, BuyerFields } from "~/ui/orders/buyer-fields";
import { giftErrors, GiftFields } from "~/ui/orders/gift-fields";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { useStashedForm } from "~/ui/kit/stashed-fields";
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
  const asked = checkoutChoice(request, url, getRequestSession(context));
  const { cart, addresses, chosen, payments, deliveryBy, notOpen, unpaid, buyer, gift } = await readCheckout(
    readDb,
    account.id,
    asked,
  );
  if (cart.lines.length === 0) {
    const ordered = await findJustOrdered(readDb, account.id);
    if (ordered?.isPaid) throw redirect(`/checkout/confirmation/${ordered.id}`, 303);
    if (ordered) throw redirect(`/orders/${ordered.id}`, 303);
    const text = unpaid?.problem;
    throw text
      ? redirectWithFlash(context, "/cart", { kind: "error", text, inPage: true })
      : redirect("/cart", 303);
  }
  if (notOpen !== null)
    throw redirectWithFlash(context, "/cart", { kind: "error", text: notOpen, inPage: true });
  if (!cart.isOrderable) {
    const text = "Some books in your cart cannot be ordered as they are.";
    throw redirectWithFlash(context, "/cart", { kind: "error", text, inPage: true });
  }
  const edited = readParam(url.searchParams, "edit");
  const editing = addresses.find((address) => String(address.id) === edited);
  if (edited !== null && !editing) throw data(null, { status: 404 });
  const { quote, method, payment, codFee, dueNow, dueAtDoor, grams } = cart.delivery;
  return {
    lines: cart.lines,
    totals: cart.totals,
    coupon: cart.coupon,
    // By the plan only: without it there is one way of delivery, for the settings' fee.
    methods: grams === null ? null : (quote?.methods ?? []),
    refusal: quote?.refusal ?? null,
    delivery: { methodId: method?.id ?? null, payment, codFee, dueNow, dueAtDoor },
    payments,
    freeAbove: grams === null ? cart.settings.shippingThreshold : null,
    deliveryBy,
    offer: shopProvider().offer,
    unpaid,
    buyer,
    isRegistered: cart.settings.gstin !== "",
    gift,
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
    case "choose":
      return order.choose(context, form);
    case "place-order":
      return order.place(context, account, form);
  }
  throw data("The checkout could not read this request.", { status: 400 });
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses, editing, isAdding, newAddress, unpaid, methods, delivery } = loaderData;
  // After a refused order its address is still the chosen one. It may just have been saved: then its form is closed.
  const posted = addresses.find(({ id }) => id === actionData?.chosen)?.id ?? null;
  const showsForm = posted === null && (isAdding || editing !== null);
  // The one chosen before the session ended.
  const before = Number(useStashedForm()?.fields.addressId?.[0]);
  const chosen = posted ?? addresses.find(({ id }) => id === before)?.id ?? loaderData.chosen;
  const [selected, select] = useState(chosen);
  const reprice = useChoice(ORDER_FORM);
  const isPlanned = methods !== null;
  const canChoose = isPlanned || loaderData.payments.length > 1;
  const orderError = actionData?.order ?? null;
  const isMissing = orderError === NO_ADDRESS;
  const isPlaced = unpaid !== null && isSameOrder(unpaid, loaderData);
  // The order goes to the address that the page shows: the one in the open form, or the one chosen.
  const form = showsForm ? ADDRESS_FORM : ORDER_FORM;
  const noDelivery = isPlanned ? whyNoDelivery(showsForm, chosen !== null, loaderData.refusal) : null;
  return (
    <div className="page">
      <Opening>Checkout</Opening>
      {unpaid ? (
        // After another refusal the last payment's problem is no longer news.
        <UnpaidNotice order={orderError === null ? unpaid : { ...unpaid, problem: null }} isSame={isPlaced} />
      ) : null}
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
                  isNext={isPlanned}
                  id={editing?.id ?? null}
                  defaults={editing ?? newAddress}
                  lastResult={actionData?.address ?? undefined}
                  cancelTo={addresses.length > 0 ? "/checkout" : undefined}
                />
              </div>
            ) : (
              <>
                <AddressChoice
                  // Made anew for an address that was just saved, which is chosen; not for each choice, which keeps the focus.
                  key={addresses.map(({ id }) => id).join()}
                  addresses={addresses}
                  form={ORDER_FORM}
                  chosen={chosen}
                  onChoose={select}
                  onChange={canChoose ? reprice : undefined}
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
          {isPlanned && !showsForm && chosen !== null ? (
            <DeliveryChoice
              form={ORDER_FORM}
              methods={methods}
              chosen={delivery.methodId}
              refusal={loaderData.refusal}
              onChoose={reprice}
            />
          ) : null}
          {isPlanned && showsForm ? null : (
            <PaymentMethod
              form={form}
              offer={loaderData.offer}
              payments={loaderData.payments}
              chosen={delivery.payment}
              isPickUp={(methods ?? []).some(
                ({ id, pickUp }) => id === delivery.methodId && isFetched(pickUp),
              )}
              onChoose={canChoose && !showsForm ? reprice : nothing}
            />
          )}
          {isPlanned && showsForm ? null : (
            <div className="grid gap-3">
              <GiftFields form={form} gift={loaderData.gift} answer={actionData?.gift} />
              <BuyerFields
                form={form}
                buyer={loaderData.buyer}
                answer={actionData?.buyer}
                isRegistered={loaderData.isRegistered}
              />
            </div>
          )}
          {canChoose && !showsForm ? (
            <noscript>
              <Button form={ORDER_FORM} name="intent" value="choose" variant="quiet">
                Show what my choice costs
              </Button>
            </noscript>
          ) : null}
        </div>
        <PlaceOrder
          form={form}
          lines={loaderData.lines}
          totals={loaderData.totals}
          coupon={loaderData.coupon}
          freeAbove={loaderData.freeAbove}
          deliveryBy={loaderData.deliveryBy}
          dues={delivery}
          noDelivery={noDelivery}
          pricedFor={canChoose ? choiceText({ ...delivery, addressId: loaderData.chosen }) : null}
          hasAddress={showsForm || chosen !== null || selected !== null}
          isPlaced={isPlaced}
          error={orderError}
          fields={[...giftErrors(actionData?.gift), ...buyerErrors(actionData?.buyer)]}
        />
      </div>
    </div>
  );
}

const nothing = () => {};

/** Why it is not known what delivery costs; null: it is. */
function whyNoDelivery(showsForm: boolean, hasAddress: boolean, refusal: string | null): string | null {
  if (showsForm) return "Save the address to see what delivery costs and when it comes.";
  return hasAddress ? refusal : NO_ADDRESS;
}
