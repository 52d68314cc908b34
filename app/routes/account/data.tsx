import { requireCustomer } from "~/http/request/guards.server";
import { AccountFrame } from "~/ui/account/account-frame";
import { Part } from "~/ui/account/opening";
import { ButtonLink } from "~/ui/kit/button";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/data";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Your data") }, { name: "robots", content: "noindex" }];
}

export function loader({ request, context }: Route.LoaderArgs) {
  requireCustomer(context, request);
  return null;
}

/** The customer's rights under the DPDP Act 2023: to see, export and erase the data kept about them. */
export default function Data() {
  return (
    <AccountFrame title="Your data">
      <Part id="download" title="Download my data">
        <p className="max-w-prose">
          One file with everything we keep about you: profile, addresses, orders with their payments, refunds
          and returns, reviews, wishlist, cart, newsletter, devices and the emails we have sent you. Any text
          editor opens it, and so do other programs (JSON).
        </p>
        <ButtonLink
          to="/account/data/download"
          reloadDocument
          download
          variant="quiet"
          className="justify-self-start"
        >
          Download my data
        </ButtonLink>
      </Part>
      <Part id="delete" title="Delete my account">
        <p className="max-w-prose">
          We delete your account and what we keep about you. The next page says what goes and what has to
          stay.
        </p>
        <ButtonLink to="/account/data/deletion" variant="danger" className="justify-self-start">
          Delete my account
        </ButtonLink>
      </Part>
    </AccountFrame>
  );
}
