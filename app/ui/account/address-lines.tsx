import type { AddressFields } from "~/domain/kit/addresses/address.schema";

/** An address as written on a parcel. Each line has the direction of its own script. */
export function AddressLines({ address }: { address: AddressFields }) {
  const { fullname, address1, address2, place, state, pincode, mobile } = address;
  return (
    <>
      <span dir="auto" className="block font-semibold">
        {fullname}
      </span>
      <span dir="auto" className="block">
        {address1}
      </span>
      <span dir="auto" className="block">
        {address2}
      </span>
      <span dir="auto" className="block">
        {/* What is handed over at the counter has no place. */}
        {[place, `${state} ${pincode}`.trim()].filter(Boolean).join(", ")}
      </span>
      {/* The order of an erased customer has none. */}
      {mobile ? <span className="text-muted block">Mobile {mobile}</span> : null}
    </>
  );
}
