import { formatDateTime } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { proformaPath, type WaitingTransfer } from "~/domain/sales/transfers/transfers";
import { QrCode } from "~/ui/kit/qr-code";

/**
 * How to pay an order by bank or UPI: the account, the code for UPI apps, and the proforma invoice.
 * @param proforma its address, by default that for the order's customer
 */
export function TransferPanel({
  orderId,
  transfer,
  proforma = proformaPath(orderId),
}: {
  orderId: number;
  transfer: WaitingTransfer;
  proforma?: string;
}) {
  const { rows, received, upi, payBy } = transfer;
  return (
    <div className="grid gap-6">
      <div className="grid max-w-prose gap-2">
        <p className="font-display text-xl">Waiting for your transfer</p>
        <p>
          We keep the books for you until {formatDateTime(payBy)}. When the money has come, we write to you
          and send the bill.
          {received > 0 ? ` ${formatRupees(received)} has come so far; the rest is open.` : null}
        </p>
        {rows.length === 0 ? <p>Please ask us where to send the money.</p> : null}
      </div>
      <div className="flex flex-wrap items-start gap-x-12 gap-y-6">
        {rows.length > 0 ? (
          <dl className="bill w-full max-w-sm">
            {rows.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd className="text-right wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {upi ? (
          <div className="grid justify-items-start gap-2">
            <QrCode {...upi.qr} label="Code for UPI apps, with the amount and the order" />
            <p className="text-muted text-sm">
              Scan it with any UPI app, or{" "}
              <a href={upi.link} className="link">
                open the app on this phone
              </a>
              .
            </p>
          </div>
        ) : null}
      </div>
      <p>
        <a href={proforma} className="link -my-3 py-3">
          Proforma invoice (PDF)
        </a>
      </p>
    </div>
  );
}
