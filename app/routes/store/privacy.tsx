import { readDb } from "~/db/shop-database.server";
import { addressInOneLine } from "~/domain/settings/settings";
import { readSettings } from "~/domain/settings/settings.server";
import { pageTitle } from "~/ui/page-title";
import { Prose, ProseSection } from "~/ui/prose";
import type { Route } from "./+types/privacy";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Privacy") }];
}

export async function loader() {
  const { shopName, supportEmail, postalAddress } = await readSettings(readDb);
  return { shop: shopName, email: supportEmail, address: addressInOneLine(postalAddress) };
}

export default function Privacy({ loaderData: { shop, email, address } }: Route.ComponentProps) {
  return (
    <Prose title="Privacy" updated="21 November 2026">
      <p>
        {shop} keeps what it needs to sell you books and to send them, and nothing to follow you around. There
        is no advertising and no tracking on these pages, and nothing about you is sold.
      </p>
      <ProseSection title="What we keep, and what for">
        <List
          items={[
            [
              "Your account",
              "name, e-mail address and a scrambled form of your password, so that you can sign in.",
            ],
            [
              "Your orders",
              "the books, the address and telephone number for the parcel, and the payment's number, because the law asks us to keep records of sales.",
            ],
            ["Your addresses, cart and wishlist", "until you remove them."],
            ["Your reviews", "with your e-mail address shown in part only, such as p•••a@example.com."],
            [
              "The newsletter",
              "your e-mail address, only if you ask for it. Every letter has a link that ends it at once.",
            ],
          ]}
        />
      </ProseSection>
      <ProseSection title="Cookies">
        <p>
          One cookie keeps you signed in and holds a guest's cart; one carries a message from one page to the
          next; one remembers light or dark. All of them are needed for what they do, and none is read by
          anybody else.
        </p>
      </ProseSection>
      <ProseSection title="Who else sees it">
        <p>
          The payment provider, which takes your payment on its own pages: your card or bank details go there
          and never to us. The carrier, which gets the name, address and telephone number on your parcel.
          Nobody else, unless the law compels us.
        </p>
      </ProseSection>
      <ProseSection title="Your rights">
        <p>
          Under the Digital Personal Data Protection Act you can see, correct and receive what we hold about
          you, have it erased where no law obliges us to keep it, and withdraw a consent as easily as you gave
          it. Write to{" "}
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>{" "}
          or to {shop}, {address}; our grievance officer answers there too.
        </p>
      </ProseSection>
    </Prose>
  );
}

function List({ items }: { items: [string, string][] }) {
  return (
    <ul className="grid gap-2 pl-5">
      {items.map(([name, text]) => (
        <li key={name} className="list-disc">
          <strong>{name}:</strong> {text}
        </li>
      ))}
    </ul>
  );
}
