/** Beginnings of the pages that most shops have, filled in from the settings. They state nothing that the shop does not. */

import type { LegalFacts } from "~/domain/shop/settings/legal-facts";
import { addressInOneLine } from "~/domain/shop/settings/settings";
import type { PageFields } from "./pages.schema";

export const TEMPLATES = {
  about: "About",
  contact: "Contact",
  shipping: "Shipping and returns",
  faq: "Questions and answers",
} as const;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[];

/** Begins a line that staff replace with their own words. */
const PROMPT = "(Write here:";

export const PROMPT_LEFT = `The text still has a line that begins with “${PROMPT}”. Replace it with your own words, or remove it.`;

/** Whether a text has a line that was to be replaced. */
export const hasPrompt = (body: string): boolean => body.includes(PROMPT);

/** Facts about the shop that the templates use. */
export interface TemplateFacts extends LegalFacts {
  /** e.g. Razorpay */
  paymentProvider: string;
}

/** The values that the editor begins with. */
export function templateFields(name: TemplateName, facts: TemplateFacts): Partial<PageFields> {
  const { title, address, text } = TEMPLATE_TEXTS[name];
  const body = text(facts)
    .filter((part) => part !== "")
    .join("\n\n");
  return { title, address, body, hasContactForm: name === "contact" };
}

const TEMPLATE_TEXTS: Record<
  TemplateName,
  { title: string; address: string; text: (facts: TemplateFacts) => string[] }
> = {
  about: {
    title: "About us",
    address: "about",
    text: (facts) => [
      `${PROMPT} who you are, since when you publish or sell books, and what kind of books.)`,
      `${PROMPT} what matters to you, or the story of the shop.)`,
      "## How to reach us",
      seller(facts),
      contacts(facts),
    ],
  },
  contact: {
    title: "Contact",
    address: "contact",
    text: (facts) => [
      "Write to us with the form below, and we answer by email.",
      contacts(facts),
      facts.address ? "## Address" : "",
      seller(facts),
      facts.officer.name ? "## Grievance officer" : "",
      facts.officer.name
        ? [facts.officer.name, facts.officer.email, phone(facts.officer.phone)].filter(Boolean).join("\n")
        : "",
    ],
  },
  shipping: {
    title: "Shipping and returns",
    address: "shipping",
    text: (facts) => [
      "## Shipping",
      facts.shipping,
      "We deliver to addresses in India. The page of your order shows when your parcel was packed and shipped, and its tracking number.",
      `${PROMPT} how long delivery usually takes, and with whom you send.)`,
      "## Cancelling an order",
      "You can cancel an order on its page until the books are packed, free of charge. We refund everything you have paid.",
      "## Returns",
      returns(facts),
      "## Refunds",
      "We refund to the card or account you paid with. Banks take 5 to 7 working days to show a refund.",
      "The details are in our [terms](/terms).",
    ],
  },
  faq: {
    title: "Questions and answers",
    address: "faq",
    text: (facts) => [
      "## How can I pay?",
      `Through ${facts.paymentProvider}: by card, UPI, net banking or wallet.`,
      "## What does shipping cost?",
      facts.shipping,
      "## Where is my order?",
      "[Your orders](/orders) shows each order with its state and tracking number.",
      "## Can I cancel or return an order?",
      `Until the books are packed, you can cancel on the order's page. ${returns(facts)}`,
      "## A book is sold out. What can I do?",
      "Ask on the book's page for an email when it is back.",
      "## How do I delete my account?",
      "On [your data](/account/data), where you can also download everything we keep about you.",
      contacts(facts) ? "## Who answers other questions?" : "",
      contacts(facts),
    ],
  },
};

const seller = ({ shop, seller: name, address }: TemplateFacts) =>
  address ? [name === shop ? name : `${name}, trading as ${shop}`, address].join("\n") : "";

const contacts = ({ email, phone: number }: TemplateFacts) =>
  [email && `- Email: ${email}`, number && `- Phone: ${phone(number)}`].filter(Boolean).join("\n");

const phone = (number: string) => (number ? `[${number}](tel:${number.replace(/[^\d+]/g, "")})` : "");

function returns({ returnDays, email, address }: TemplateFacts): string {
  const wrong =
    "If a book arrives damaged or misprinted, or is not the one that was ordered, we pay the postage.";
  if (returnDays === 0)
    return `${wrong} ${email ? `Write to ${email}` : "Write to us"} with the number of your order. We take no other books back.`;
  const days = returnDays === 1 ? "1 day" : `${returnDays} days`;
  const where = address ? ` If we agree, send the books to ${addressInOneLine(address)}.` : "";
  return `Within ${days} of delivery you can ask for a return on the order's page.${where} ${wrong} If you return it for another reason, you pay the postage, and the book must be as new.`;
}
