import { EXAMPLE_TOKEN, type ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import { CODE_MINUTES } from "../mailed-codes";

/** The shop as its mails name it, show it and link to it (`readMailFrame`). */
export interface MailSite extends MailFrame {
  /** The public origin, e.g. https://books.example.in */
  origin: string;
}

/** A message without its recipient. */
export type Message = { subject: string; text: string; html: string };

/** Writes an example of a mail that is not about an order. */
export type MailExample = (site: MailSite, facts: ExampleFacts) => Message;

const link = (site: MailSite, path: string, token: string) =>
  `${site.origin}${path}?token=${encodeURIComponent(token)}`;

// These mails never contain the name typed at registration: whoever typed it may not own the address, and could
// use the name field to send advertisements to strangers.

/** With the link that confirms the address. @param token of the link, as it was made */
export function confirmEmailMail(site: MailSite, token: string): Message {
  return {
    subject: `Please confirm your email for ${site.shopName}`,
    ...writeMail(site, "confirm-email", {
      home: site.origin,
      preheader: "One click, and your account is complete.",
      heading: `Welcome to ${site.shopName}`,
      paragraphs: ["Please confirm that this address is yours, so that news of your orders reaches you."],
      action: { label: "Confirm my email", url: link(site, "/confirm-email", token) },
      footer: `The link works for three days. If you did not register at ${site.shopName}, you can ignore this message.`,
    }),
  };
}

/** With a code to log in with, typed in the browser that asked for it. @param code six digits */
export function loginCodeMail(site: MailSite, code: string): Message {
  return {
    subject: `Your code for ${site.shopName}`,
    ...writeMail(site, "login-code", {
      home: site.origin,
      preheader: `It works for ${CODE_MINUTES} minutes.`,
      heading: "Your code to log in",
      paragraphs: ["Type this code on the page where you asked for it:"],
      code,
      footer: `The code works once, within ${CODE_MINUTES} minutes. Give it to nobody: we never ask for it by phone or mail. If you did not ask for it, you can ignore this message.`,
    }),
  };
}

/** To a member of staff for whose address a code was asked for. */
export function staffLoginCodeMail(site: MailSite): Message {
  return {
    subject: `Please log in to ${site.shopName} with your password`,
    ...writeMail(site, "login-code-staff", {
      home: site.origin,
      preheader: "Accounts of staff are not opened by a code.",
      heading: "Please log in with your password",
      paragraphs: [
        "Somebody, probably you, asked for a code to log in with this address. It belongs to an account of staff, which is opened with its password only.",
      ],
      action: { label: "Log in with the password", url: `${site.origin}/login` },
      footer: "If it was not you, you do not have to do anything.",
    }),
  };
}

/** To the owner of an address that somebody tried to register again. */
export function alreadyRegisteredMail(site: MailSite): Message {
  return {
    subject: `You already have an account at ${site.shopName}`,
    ...writeMail(site, "already-registered", {
      home: site.origin,
      preheader: "Nothing was changed.",
      heading: "You already have an account",
      paragraphs: [
        "Somebody, probably you, registered with this address. It has an account already, so nothing was changed.",
        "You can log in as usual. If you have forgotten the password, choose a new one here:",
      ],
      action: { label: "Choose a new password", url: `${site.origin}/forgot-password` },
      footer: "If it was not you, you do not have to do anything.",
    }),
  };
}

/** With the link to choose a new password. @param token of the link, as it was made */
export function resetPasswordMail(site: MailSite, token: string): Message {
  return {
    subject: `Reset your password for ${site.shopName}`,
    ...writeMail(site, "reset-password", {
      home: site.origin,
      preheader: "The link works once, within one hour.",
      heading: "Reset your password",
      paragraphs: ["Somebody, probably you, asked for a new password for this address. Choose one here:"],
      action: { label: "Choose a new password", url: link(site, "/resetpassword", token) },
      footer:
        "The link works once, within one hour. If it was not you, ignore this message: nothing has changed.",
    }),
  };
}

/** Tells the owner of an account that its password was changed. */
export function passwordChangedMail(site: MailSite): Message {
  return {
    subject: `Your password for ${site.shopName} was changed`,
    ...writeMail(site, "password-changed", {
      home: site.origin,
      preheader: "If it was not you, act now.",
      heading: "Your password was changed",
      paragraphs: [
        "Your password was changed just now, and every device that was logged in has been logged out.",
        "If it was not you, choose a new password at once:",
      ],
      action: { label: "Choose a new password", url: `${site.origin}/forgot-password` },
      footer: "We send this message whenever the password of an account is changed.",
    }),
  };
}

/** @param provider as people call it, e.g. 'Google' */
export function identityConnectedMail(site: MailSite, provider: string): Message {
  return {
    subject: `${provider} was connected to your account at ${site.shopName}`,
    ...writeMail(site, "identity-connected", {
      home: site.origin,
      heading: `${provider} was connected to your account`,
      paragraphs: [
        `From now on you can log in with ${provider} as well.`,
        "If it was not you, disconnect it and choose a new password at once:",
      ],
      action: { label: "Look at my connections", url: `${site.origin}/account/connections` },
    }),
  };
}

/** To the new address that a customer wants for their account. */
export function changeEmailMail(site: MailSite, token: string): Message {
  return {
    subject: `Please confirm your new email for ${site.shopName}`,
    ...writeMail(site, "change-email", {
      home: site.origin,
      heading: "Confirm your new email",
      paragraphs: [
        "Somebody, probably you, wants to use this address for an account here. Nothing changes before you confirm it:",
      ],
      action: { label: "Confirm my new email", url: link(site, "/change-email", token) },
      footer: "The link works once, within one day. If it was not you, you can ignore this message.",
    }),
  };
}

/** To the owner of an address that somebody else wanted for their account. */
export function addressTakenMail(site: MailSite): Message {
  return {
    subject: `Your email already has an account at ${site.shopName}`,
    ...writeMail(site, "address-taken", {
      home: site.origin,
      heading: "This address has an account already",
      paragraphs: [
        "Somebody, probably you, wanted to use this address for another account. Since it has one already, nothing was changed.",
        "You can log in with it. If you have forgotten the password, choose a new one here:",
      ],
      action: { label: "Choose a new password", url: `${site.origin}/forgot-password` },
      footer: "If it was not you, you do not have to do anything.",
    }),
  };
}

/** To the address that the account had before the change. */
export function emailChangedMail(site: MailSite): Message {
  return {
    subject: `Your email for ${site.shopName} was changed`,
    ...writeMail(site, "email-changed", {
      home: site.origin,
      heading: "Your email was changed",
      paragraphs: [
        "Your account now has another email address. Please log in with that one; our mails go there too.",
        "If it was not you, please write to us at once.",
      ],
    }),
  };
}

/** To the owner of an account without a password, who wants it deleted. */
export function deleteAccountMail(site: MailSite, token: string): Message {
  return {
    subject: `Delete your account at ${site.shopName}?`,
    ...writeMail(site, "delete-account", {
      home: site.origin,
      heading: "Delete your account?",
      paragraphs: [
        "Somebody, probably you, asked to delete this account. Nothing happens before you confirm it:",
      ],
      action: { label: "Delete my account", url: link(site, "/account/data/deletion", token) },
      footer:
        "The link works once, within one hour. If it was not you, ignore this message: nothing has changed.",
    }),
  };
}

/** The last message to a customer who deleted their account. */
export function accountDeletedMail(site: MailSite, hasOrders: boolean): Message {
  return {
    subject: `Your account at ${site.shopName} has been deleted`,
    ...writeMail(site, "account-deleted", {
      home: site.origin,
      heading: "Your account has been deleted",
      paragraphs: [
        "As you asked, we have erased your account and what we kept about you. This is our last message to this address.",
        ...(hasOrders
          ? [
              "The bills of your orders stay in our books, with the name and address on them, as the law requires.",
            ]
          : []),
        "If it was not you, please write to us at once.",
      ],
    }),
  };
}

/** An example of each of these mails. */
export const ACCOUNT_EXAMPLES = {
  "confirm-email": (site) => confirmEmailMail(site, EXAMPLE_TOKEN),
  "already-registered": alreadyRegisteredMail,
  "login-code": (site) => loginCodeMail(site, "492039"),
  "login-code-staff": staffLoginCodeMail,
  "reset-password": (site) => resetPasswordMail(site, EXAMPLE_TOKEN),
  "password-changed": passwordChangedMail,
  "identity-connected": (site) => identityConnectedMail(site, "Google"),
  "change-email": (site) => changeEmailMail(site, EXAMPLE_TOKEN),
  "address-taken": addressTakenMail,
  "email-changed": emailChangedMail,
  "delete-account": (site) => deleteAccountMail(site, EXAMPLE_TOKEN),
  "account-deleted": (site) => accountDeletedMail(site, true),
} as const satisfies Partial<Record<MailKind, MailExample>>;
