import { renderMail } from "~/platform/mail-layout";

/** The shop as its mails name it and link to it. */
export interface MailSite {
  shopName: string;
  /** The public origin, e.g. https://books.example.in */
  origin: string;
  /** How to reach it (`mailFrame` in domain/settings). */
  contact?: string[];
}

const frame = ({ shopName, contact, origin }: MailSite) => ({ shopName, contact, home: origin });

/** A message without its recipient. */
type Message = { subject: string; text: string; html: string };

const link = (site: MailSite, path: string, token: string) =>
  `${site.origin}${path}?token=${encodeURIComponent(token)}`;

// No name is used in these: whoever typed it is not known to own the address, and a name is room for an
// advertisement to a stranger.

export function confirmEmailMail(site: MailSite, token: string): Message {
  return {
    subject: `Please confirm your email for ${site.shopName}`,
    ...renderMail({
      ...frame(site),
      preheader: "One click, and your account is complete.",
      heading: `Welcome to ${site.shopName}`,
      paragraphs: ["Please confirm that this address is yours, so that news of your orders reaches you."],
      action: { label: "Confirm my email", url: link(site, "/confirm-email", token) },
      footer: `The link works for three days. If you did not register at ${site.shopName}, you can ignore this message.`,
    }),
  };
}

/** To the owner of an address that somebody tried to register again. */
export function alreadyRegisteredMail(site: MailSite): Message {
  return {
    subject: `You already have an account at ${site.shopName}`,
    ...renderMail({
      ...frame(site),
      preheader: "Nothing was changed.",
      heading: "You already have an account",
      paragraphs: [
        "Somebody, probably you, registered with this address. It has an account already, so nothing was changed.",
        "You can log in as always. If you have forgotten the password, choose a new one here:",
      ],
      action: { label: "Choose a new password", url: `${site.origin}/forgot-password` },
      footer: "If it was not you, you need not do anything.",
    }),
  };
}

export function resetPasswordMail(site: MailSite, token: string): Message {
  return {
    subject: `Reset your password for ${site.shopName}`,
    ...renderMail({
      ...frame(site),
      preheader: "A link that works for one hour, and once.",
      heading: "Reset your password",
      paragraphs: ["Somebody, probably you, asked for a new password for this address. Choose one here:"],
      action: { label: "Choose a new password", url: link(site, "/resetpassword", token) },
      footer:
        "The link works for one hour and once. If it was not you, ignore this message: nothing has changed.",
    }),
  };
}

export function passwordChangedMail(site: MailSite): Message {
  return {
    subject: `Your password for ${site.shopName} was changed`,
    ...renderMail({
      ...frame(site),
      preheader: "If it was not you, act now.",
      heading: "Your password was changed",
      paragraphs: [
        "Your password was changed just now, and every device that was logged in has been logged out.",
        "If it was not you, choose a new password at once:",
      ],
      action: { label: "Choose a new password", url: `${site.origin}/forgot-password` },
      footer: "This message goes to every account whose password was changed.",
    }),
  };
}

/** @param provider as people call it, e.g. 'Google' */
export function identityConnectedMail(site: MailSite, provider: string): Message {
  return {
    subject: `${provider} was connected to your account at ${site.shopName}`,
    ...renderMail({
      ...frame(site),
      heading: `${provider} was connected to your account`,
      paragraphs: [
        `From now on you can log in with ${provider} as well.`,
        "If it was not you, disconnect it and choose a new password at once:",
      ],
      action: { label: "Look at my connections", url: `${site.origin}/account/connections` },
    }),
  };
}
