import { EXAMPLE_TOKEN } from "~/domain/shop/mail-words/example-facts";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import type { MailExample, MailSite, Message } from "~/domain/people/accounts/passwords/account-mails";
import { writeMail } from "~/domain/shop/mail-words/mail-frame";

/**
 * To somebody who may not have asked for it, so it contains only the question.
 * @param words what the newsletter is (`newsletterWords`)
 */
export function confirmSubscriptionMail(site: MailSite, token: string, words: string): Message {
  return {
    subject: `Please confirm your subscription to the ${site.shopName} newsletter`,
    ...writeMail(site, "newsletter-confirm", {
      home: site.origin,
      preheader: "One click, and the newsletter is on its way to you.",
      heading: "Would you like our newsletter?",
      paragraphs: [`Somebody, probably you, asked for it to be sent to this address. ${words}`],
      action: {
        label: "Yes, subscribe me",
        url: `${site.origin}/newsletter/confirm?token=${encodeURIComponent(token)}`,
      },
      footer: "The link works for seven days. If it was not you, ignore this message: nothing will be sent.",
    }),
  };
}

/** @param unsubscribing the address where the reader leaves the list @param words what the newsletter is */
export function welcomeMail(site: MailSite, unsubscribing: string, words: string): Message {
  return {
    subject: `Welcome to the ${site.shopName} newsletter`,
    ...writeMail(site, "newsletter-welcome", {
      home: site.origin,
      preheader: "You are on the list.",
      heading: "You are on the list",
      paragraphs: [
        `Thank you for subscribing. ${words}`,
        "Until the first one comes, have a look at our books.",
      ],
      action: { label: "Browse books", url: `${site.origin}/books` },
      footer: "You get this message because you confirmed your subscription to our newsletter.",
      links: [{ label: "Unsubscribe", url: unsubscribing }],
    }),
  };
}

/** To a subscriber whose address was entered again. */
export function alreadySubscribedMail(site: MailSite, unsubscribing: string): Message {
  return {
    subject: `You already get the ${site.shopName} newsletter`,
    ...writeMail(site, "newsletter-again", {
      home: site.origin,
      preheader: "There is nothing to confirm.",
      heading: "You are on the list already",
      paragraphs: [
        "Somebody, probably you, asked for our newsletter to be sent to this address. It is on the list already: there is nothing to confirm.",
      ],
      action: { label: "Browse books", url: `${site.origin}/books` },
      footer: "If it was not you, you do not have to do anything.",
      links: [{ label: "Unsubscribe", url: unsubscribing }],
    }),
  };
}

/** Adds headers that let mail programs show their own unsubscribe button (RFC 2369 and 8058). */
export function withUnsubscribeHeaders(
  message: Message,
  link: string,
): Message & { headers: Record<string, string> } {
  return {
    ...message,
    headers: {
      "List-Unsubscribe": `<${link}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

const unsubscribingExample = ({ origin }: MailSite) =>
  `${origin}/newsletter/unsubscribe?id=0&token=${EXAMPLE_TOKEN}`;

/** An example of each of these mails. */
export const NEWSLETTER_EXAMPLES = {
  "newsletter-confirm": (site, { newsletterWords }) =>
    confirmSubscriptionMail(site, EXAMPLE_TOKEN, newsletterWords),
  "newsletter-welcome": (site, { newsletterWords }) =>
    welcomeMail(site, unsubscribingExample(site), newsletterWords),
  "newsletter-again": (site) => alreadySubscribedMail(site, unsubscribingExample(site)),
} as const satisfies Partial<Record<MailKind, MailExample>>;
