import { shopOrigin } from "~/platform/shop-origin.server";
import { formatDateTime } from "~/domain/kit/dates";
import { type MailFrame, writeStaffMail } from "../mail-words/mail-frame";
import type { PauseReason } from "./webhooks";

export interface FailingEndpoint {
  id: number;
  url: string;
  failingSince: string;
  /** What came of the last try. */
  problem: string;
}

/** The mail to the maker of an endpoint that the shop has paused. */
export function pausedMail(frame: MailFrame, endpoint: FailingEndpoint, because: PauseReason) {
  const { id, url, failingSince, problem } = endpoint;
  const origin = shopOrigin();
  const reason =
    because === "gone"
      ? "The server answered 410 Gone: it does not want any more events."
      : `Every delivery has failed since ${formatDateTime(failingSince)}.`;
  return {
    subject: `${frame.shopName}: a webhook is paused`,
    ...writeStaffMail(frame, {
      home: origin,
      preheader: "Nothing more is sent there until you switch it on again.",
      heading: "A webhook is paused",
      paragraphs: [
        `${reason} Nothing more is sent there until you switch the endpoint on again. Events that happen meanwhile are not kept for it.`,
      ],
      rows: [
        ["Address", url],
        ["Last problem", problem],
      ],
      action: { label: "Look at the endpoint", url: `${origin}/admin/programs/webhooks/${id}` },
      footer: "You get this message because you added this endpoint, or because your address is the shop's.",
    }),
  };
}
