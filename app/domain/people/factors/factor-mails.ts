import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import type { MailExample, MailSite, Message } from "../accounts/passwords/account-mails";
import { formatDateTime } from "~/domain/kit/dates";
import { writeMail } from "~/domain/shop/mail-words/mail-frame";

const newPassword = ({ origin }: MailSite) => ({
  label: "Choose a new password",
  url: `${origin}/forgot-password`,
});

/** @param device e.g. "Firefox on Android" @param at ISO 8601 */
export function newDeviceMail(site: MailSite, device: string, at: string): Message {
  return {
    subject: `A new device logged in to your account at ${site.shopName}`,
    ...writeMail(site, "new-device", {
      home: site.origin,
      preheader: "If it was not you, act now.",
      heading: "A new device logged in",
      paragraphs: [
        `Somebody, probably you, logged in to your account on ${formatDateTime(at)} with a device that we had not seen before: ${device}.`,
        "If it was you, you do not have to do anything. If it was not, choose a new password at once: that logs out every device.",
      ],
      action: newPassword(site),
    }),
  };
}

/** Tells an owner that somebody knows the password and tries codes. */
export function wrongCodesMail(site: MailSite): Message {
  return {
    subject: `Wrong codes for your account at ${site.shopName}`,
    ...writeMail(site, "wrong-codes", {
      home: site.origin,
      preheader: "Somebody knows your password.",
      heading: "Somebody typed wrong codes",
      paragraphs: [
        "Somebody typed your password, and then several wrong codes. They did not get in.",
        "If it was not you, somebody knows your password: choose a new one at once.",
      ],
      action: newPassword(site),
      footer: "If it was you, check the clock of your phone, or use one of your recovery codes.",
    }),
  };
}

/** What happened to the ways to log in, as sentences of the mail about it. */
const CHANGES = {
  "app-on": "From now on your login asks for a code from the app on your phone, after the password.",
  "app-off": "Your login no longer asks for a code from the app on your phone.",
  "new-recovery-codes": "New recovery codes were made for your account. The earlier ones no longer work.",
  "passkey-added": "A passkey was added to your account. Whoever has it can log in without the password.",
  "passkey-removed": "A passkey was removed from your account. It can no longer be used to log in.",
  reset:
    "An owner of the shop removed the second step of your login: the app, the passkeys and the recovery codes. Please log in with your password and set it up again.",
} as const;

export type FactorChange = keyof typeof CHANGES;

/** @param isStaff where the account's owner sees and changes it */
export function factorChangedMail(site: MailSite, change: FactorChange, isStaff: boolean): Message {
  const page = isStaff ? "/admin/account/security" : "/account/passkeys";
  return {
    subject: `The login of your account at ${site.shopName} was changed`,
    ...writeMail(site, "login-changed", {
      home: site.origin,
      preheader: "If it was not you, act now.",
      heading: "Your login was changed",
      paragraphs: [
        CHANGES[change],
        "If you did not expect this, look at it and choose a new password at once.",
      ],
      action: { label: "Look at my login", url: `${site.origin}${page}` },
      footer: "We send this message whenever the ways to log in to an account change.",
    }),
  };
}

/** An example of each of these mails. */
export const FACTOR_EXAMPLES = {
  "new-device": (site, { now }) => newDeviceMail(site, "Firefox on Android", now.toISOString()),
  "login-changed": (site) => factorChangedMail(site, "passkey-added", false),
  "wrong-codes": wrongCodesMail,
} as const satisfies Partial<Record<MailKind, MailExample>>;
