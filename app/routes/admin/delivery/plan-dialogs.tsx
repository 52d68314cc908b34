import type { DeliveryZone } from "~/domain/sales/delivery/plan";
import { listHref } from "~/domain/kit/listing/listing";
import { formatCount } from "~/domain/kit/counts";
import { useListParams } from "~/ui/admin/lists/list-params";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { Notice } from "~/ui/kit/notice";
import { type Flat, flatInWords, NotCovered } from "./plan-state";

interface Dialog {
  version: number;
  /** Why it could not be done. */
  problem?: string;
}

const counted = (count: number, thing: string) => `${formatCount(count)} ${thing}${count === 1 ? "" : "s"}`;

/** The question before the plan is switched on or off, with what that changes. */
export function SwitchDialog({
  isOn,
  zones,
  notCovered,
  flat,
  version,
  problem,
}: Dialog & {
  /** Whether it shall be on. */
  isOn: boolean;
  zones: DeliveryZone[];
  notCovered: { state: string; whole: boolean }[];
  flat: Flat;
}) {
  const methods = zones.reduce((sum, zone) => sum + zone.methods.length, 0);
  return (
    <ConfirmForm
      title={`Switch the Delivery Plan ${isOn ? "On" : "Off"}`}
      closeTo={listHref(useListParams())}
      button={
        <Button name="intent" value={isOn ? "switch-on" : "switch-off"} variant={isOn ? "primary" : "danger"}>
          Switch {isOn ? "On" : "Off"}
        </Button>
      }
    >
      <input type="hidden" name="version" value={version} />
      {problem ? <Notice kind="error">{problem}</Notice> : null}
      {isOn ? (
        <>
          <p>
            From the next order on, delivery costs what the plan says: {counted(zones.length, "zone")} with{" "}
            {counted(methods, "method")}. Shipping fee, “Free shipping above” and “Delivery days” of the
            settings no longer count. Carts and orders that are being paid are asked about again where their
            price changes.
          </p>
          <NotCovered isOn states={notCovered} />
        </>
      ) : (
        <p>
          Orders go anywhere in India again. {flatInWords(flat)} Nobody can pay at the door. The plan is kept,
          and orders already placed keep what they were promised.
        </p>
      )}
    </ConfirmForm>
  );
}

export function DeleteZoneDialog({ zone, version, problem }: Dialog & { zone: DeliveryZone }) {
  return (
    <ConfirmForm
      title="Delete Zone"
      closeTo={listHref(useListParams())}
      button={
        <Button name="intent" value="delete" variant="danger">
          Delete
        </Button>
      }
    >
      <input type="hidden" name="id" value={zone.id} />
      <input type="hidden" name="version" value={version} />
      {problem ? <Notice kind="error">{problem}</Notice> : null}
      <p className="wrap-anywhere">
        <strong>{zone.name}</strong> goes, with its methods: {zone.methods.map(({ name }) => name).join(", ")}
        . Its places are delivered to only if another zone covers them. Orders already placed keep what they
        were promised.
      </p>
    </ConfirmForm>
  );
}
