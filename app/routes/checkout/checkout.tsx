import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { data, redirect, redirectDocument } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addressSchema } from "~/domain/addresses/address.schema";
import { listAddresses, saveAddress } from "~/domain/addresses/addresses.server";
import { readCart } from "~/domain/cart/cart.server";
import { placeOrder } from "~/domain/checkout/place-order.server";
import { NO_ADDRESS, placeOrderSchema } from "~/domain/checkout/checkout.schema";
import { ensureGatewayOrder } from "~/domain/payments/payments.server";
import { shopGateway } from "~/domain/payments/shop-gateway.server";
import { readSettings } from "~/domain/settings/settings.server";
import { requireCustomer } from "~/http/guards.server";
import { readForm } from "~/http/read-form.server";
import { redirectWithFlash } from "~/http/respond.server";
import { AddressChoice } from "~/ui/account/address-choice";
import { AddressForm } from "~/ui/account/address-form";
import { Opening } from "~/ui/account/opening";
import { ButtonLink } from "~/ui/button";
import { pageTitle } from "~/ui/page-title";
import { PaymentMethod, PlaceOrder } from "~/ui/account/place-order";
import type { Route } from "./+types/checkout";

const LOGIN_FIRST = "Please login to access checkout";

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
  if (!cart.isOrderable) {
    const text = "Some books in your cart cannot be ordered as they are.";
    throw redirectWithFlash(context, "/cart", { kind: "error", text });
  }
  const addresses = await listAddresses(readDb, account.id);
  const edited = url.searchParams.get("edit");
  const editing = addresses.find((address) => String(address.id) === edited);
  if (edited !== null && !editing) throw data(null, { status: 404 });
  const saved = Number(url.searchParams.get("address"));
  const chosen =
    addresses.find((address) => address.id === saved) ??
    addresses.find((address) => address.isDefault) ??
    (addresses.length === 1 ? addresses[0] : null);
  return {
    totals: cart.totals,
    coupon: cart.coupon,
    freeAbove: (await readSettings(readDb)).shippingThreshold,
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
      return save(context, account.id, form);
    case "place-order":
      return place(context, account.id, form);
  }
  throw data("The checkout did not understand this.", { status: 400 });
}

async function save(context: Route.ActionArgs["context"], accountId: number, form: FormData) {
  const submission = parseWithZod(form, { schema: addressSchema });
  if (submission.status !== "success") {
    return data({ address: submission.reply(), order: null }, { status: 400 });
  }
  const id = Number(form.get("addressId")) || null;
  const saved = await saveAddress(writeDb, accountId, id, submission.value);
  if (!saved.ok) throw data(null, { status: 404 });
  return redirectWithFlash(context, `/checkout?address=${saved.id}`, {
    kind: "success",
    text: saved.message,
  });
}

async function place(context: Route.ActionArgs["context"], accountId: number, form: FormData) {
  const refuse = (message: string) => data({ address: null, order: message }, { status: 400 });
  const wanted = placeOrderSchema.safeParse(Object.fromEntries(form));
  if (!wanted.success) return refuse(NO_ADDRESS);
  const gateway = shopGateway();
  const placed = await placeOrder(writeDb, accountId, { ...wanted.data, gateway: gateway.name });
  if (placed.ok) {
    // The payment page makes up for it when the gateway cannot be reached now.
    await ensureGatewayOrder(writeDb, gateway, placed.orderId, accountId);
    return redirectDocument(`/checkout/pay/${placed.orderId}`, 303);
  }
  if (placed.reason === "lines" || placed.reason === "empty_cart") {
    return redirectWithFlash(context, "/cart", { kind: "error", text: placed.message });
  }
  return refuse(placed.message);
}

const ORDER_FORM = "place-order";

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses, chosen, editing, isAdding, newAddress } = loaderData;
  const [selected, select] = useState(chosen);
  const orderError = actionData?.order ?? null;
  const isMissing = orderError === NO_ADDRESS;
  const showsForm = isAdding || editing !== null;
  return (
    <div className="page">
      <Opening>Checkout</Opening>
      <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14">
        <div className="grid grid-cols-1 gap-12">
          <section aria-labelledby="shipping" className="grid grid-cols-1 gap-5">
            <h2 id="shipping" className="text-2xl">
              Shipping information
            </h2>
            {addresses.length > 0 ? (
              <AddressChoice
                // An address just saved is the one chosen.
                key={chosen}
                addresses={addresses}
                form={ORDER_FORM}
                chosen={chosen}
                onChoose={select}
                errors={isMissing ? [NO_ADDRESS] : undefined}
              />
            ) : null}
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
              <ButtonLink
                to="/checkout?add=1#address-part"
                variant="quiet"
                preventScrollReset
                className="justify-self-start"
              >
                Add New Address
              </ButtonLink>
            )}
          </section>
          <PaymentMethod form={ORDER_FORM} />
        </div>
        <PlaceOrder
          form={ORDER_FORM}
          totals={loaderData.totals}
          coupon={loaderData.coupon}
          freeAbove={loaderData.freeAbove}
          hasAddress={selected !== null}
          error={orderError}
        />
      </div>
    </div>
  );
}
