import { Link } from "react-router";
import type { LegalFacts } from "~/domain/shop/settings/legal-facts";
import { addressInOneLine } from "~/domain/shop/settings/settings";
import { type LegalSection, MailLink, NamedPoints, PhoneLink } from "./legal-text";

/** The day this text was last changed. */
export const PRIVACY_CHANGED = "2026-11-27";

export interface PrivacyFacts extends LegalFacts {
  /** The prefix of most cookies' names: "__Host-" when the shop is served over TLS. */
  cookiePrefix: string;
  /** e.g. Razorpay */
  paymentProvider: string;
  /** The providers that customers can log in through, e.g. Google. */
  providers: string[];
}

export function PrivacyIntro({ shop }: PrivacyFacts) {
  return (
    <p>
      {`${shop} keeps only what it needs to sell and send you books. There is no advertising and no tracking on these pages, and we never sell your data.`}
    </p>
  );
}

export const privacySections = (facts: PrivacyFacts): LegalSection[] => [
  {
    id: "who",
    title: "Who is responsible",
    body: (
      <p>
        {`${facts.seller}, ${addressInOneLine(facts.address)}; `}
        <MailLink to={facts.email} />, <PhoneLink to={facts.phone} />.
      </p>
    ),
  },
  {
    id: "kept",
    title: "What we keep, why, and for how long",
    body: <NamedPoints points={[...KEPT, ...storedByProviders(facts)]} />,
  },
  {
    id: "bills",
    title: "Why we keep orders and bills",
    body: (
      <p>
        The law makes sellers keep records of sales: the Central Goods and Services Tax Act, 2017, for 72
        months from the day the year's return is due (section 36), and the Companies Act, 2013, where the
        seller is a company, for eight financial years (section 128). For that long we keep what the bill of
        an order needs, including the name and address it was sent to, even if you delete your account.
      </p>
    ),
  },
  { id: "cookies", title: "Cookies", body: <Cookies {...facts} /> },
  {
    id: "others",
    title: "Who else receives your data",
    body: (
      <>
        <NamedPoints points={[...others(facts), ...paymentProviders(facts)]} />
        <p>Nobody else, unless the law requires it.</p>
      </>
    ),
  },
  {
    id: "recommendations",
    title: "Recommendations",
    body: (
      <p>
        “You may also like” shows books that were often bought together (counted without names) or that share
        tags or authors. It uses the book or the cart you are looking at, and nothing about you. You can turn
        it off on your <TextLink to="/account">account page</TextLink>.
      </p>
    ),
  },
  { id: "rights", title: "Your rights", body: <Rights {...facts} /> },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        You must be 18 or older to have an account. If you know of a child who has one, tell us and we will
        delete it.
      </p>
    ),
  },
  {
    id: "safety",
    title: "How we keep your data safe",
    body: (
      <p>
        Passwords and login keys are stored in a form from which nobody can read them. Only our own staff can
        see orders and customers, and their changes are recorded. If your data ever falls into the wrong
        hands, we will tell you and the Data Protection Board of India.
      </p>
    ),
  },
  { id: "complaints", title: "Complaints", body: <Complaints {...facts} /> },
];

const KEPT = [
  [
    "Your account",
    "your name, your email address and a scrambled form of your password, so that you can log in; whether the address is confirmed, and whether you want recommendations. Until you delete the account.",
  ],
  [
    "Where you are logged in",
    "the kind of browser and your last visit, so that you can check it and log out there. Until a day after your last visit, or 30 days if you asked to stay logged in.",
  ],
  ["Your addresses, cart, saved books and wishlist", "until you remove them or delete the account."],
  [
    "Your orders",
    "the books; the recipient's name, address, mobile number and email address; the payment's number and result. As long as the law requires.",
  ],
  [
    "Your reviews",
    "shown with your first name and the initial of your last name, such as Priya S.; programs that read our reviews also get part of your email address, such as p•••a@example.com. Until you ask us to remove them. If you delete the account, nothing on them points to you.",
  ],
  [
    "Emails",
    "what we have sent you, such as confirmations, so that we can check that it was sent. Links that give access to your account are removed from our copy after sending.",
  ],
  [
    "Messages you send us",
    "with a form on our pages: your name, your email address and what you write, so that we can answer. For a year at most.",
  ],
  [
    "The newsletter",
    "your email address, only if you subscribe and confirm. Every newsletter has a link to unsubscribe.",
  ],
  [
    "Books you wait for",
    "the email address you gave, only if you ask us to email you when a book is back. For a year at most while you wait, and for 90 days after our email.",
  ],
  [
    "Titles you ask for",
    "the title and the email address you gave, only if you ask us to email you when we have a book. For a year at most while you wait, and for 90 days after our email.",
  ],
  [
    "The server's log",
    "which page was requested and when, and any errors, without your name. We use your network address for a short time, to limit attempts at passwords and forms.",
  ],
] as const;

const others = ({ paymentProvider }: PrivacyFacts) => [
  [
    "The payment provider",
    `${paymentProvider} takes your payment in its own window. Your card or bank details go there, never to us. It receives the amount, the order's number and your contact details.`,
  ] as const,
  ["The carrier", "receives the name, address and mobile number on your parcel."] as const,
  ["The email service", "delivers our messages to your email address."] as const,
];

const eitherOf = ({ providers }: PrivacyFacts) => providers.join(" or ");

const storedByProviders = (facts: PrivacyFacts) =>
  facts.providers.length === 0
    ? []
    : [
        [
          `Logging in through ${eitherOf(facts)}`,
          "if you choose to: the number of your account there and the email address it gives us, so that we can recognise you. Until you disconnect it or delete the account.",
        ] as const,
      ];

const paymentProviders = (facts: PrivacyFacts) =>
  facts.providers.length === 0
    ? []
    : [
        [
          eitherOf(facts),
          "if you log in through it: learns that you log in here, and nothing about what you buy.",
        ] as const,
      ];

function Cookies({ cookiePrefix, providers }: PrivacyFacts) {
  const named = (name: string, text: string) => [`${cookiePrefix}${name}`, text] as const;
  return (
    <>
      <p>
        The shop needs each of them for what is named here. None is for advertising, and only this shop reads
        them.
      </p>
      <NamedPoints
        points={[
          named(
            "kitab",
            "keeps you logged in, or keeps a guest's cart. Until you close the browser, or 30 days.",
          ),
          named("flash", "carries a message from one page to the next. Two minutes."),
          named(
            "device",
            "remembers that this browser has logged in before, so that strangers who guess passwords cannot lock you out. Half a year.",
          ),
          named("username", "fills in your email address after registering. Ten minutes."),
          named(
            "wish",
            "remembers the book you want on your wishlist while you log in. Half an hour at most.",
          ),
          named(
            "recent",
            "remembers the last ten books you looked at, for the list 'Recently looked at', where you can empty it. 30 days, or until you log out.",
          ),
          named(
            "pin",
            "remembers the PIN code you typed to see when a book comes to you. Half a year, or until you log out.",
          ),
          named(
            "choice",
            "remembers the address, the way of delivery and the way of paying that you chose at the checkout. Until you place the order or close the browser.",
          ),
          ["theme", "remembers light or dark, once you have chosen. A year."],
          named("preview", "only for our staff, while they look at the store. Until they close the browser."),
          ["lists", "only for our staff: how they left a list. Until they close the browser."],
          ["sidebar and sidebar-groups", "only for our staff: the menu of the back office. Seven days."],
          ...(providers.length === 0
            ? []
            : [
                named(
                  "third-party",
                  `remembers a login through ${providers.join(" or ")} until you are back. 15 minutes.`,
                ),
              ]),
        ]}
      />
      <p>Your browser also keeps your choice of light or dark, and your place in a list.</p>
    </>
  );
}

function Rights({ email }: PrivacyFacts) {
  return (
    <>
      <p>Under the Digital Personal Data Protection Act, 2023, you can, without giving a reason:</p>
      <NamedPoints
        points={[
          [
            "See and receive it",
            <>
              download everything we keep about you, on <TextLink to="/account/data">your data</TextLink>.
            </>,
          ],
          [
            "Correct it",
            <>
              name, addresses, email address and password on your{" "}
              <TextLink to="/account">account page</TextLink>.
            </>,
          ],
          [
            "Delete it",
            <>
              the whole account, on <TextLink to="/account/data">your data</TextLink> too. What the law
              requires us to keep stays for that time, and is used for nothing else.
            </>,
          ],
          [
            "Withdraw a consent",
            "as easily as you gave it: every newsletter has a link to unsubscribe, without logging in.",
          ],
          ["Name somebody", "who can use these rights for you after your death, or when you no longer can."],
        ]}
      />
      <p>
        If you have no account, or if something does not work, write to <MailLink to={email} />.
      </p>
    </>
  );
}

function Complaints({ seller, officer }: PrivacyFacts) {
  return (
    <p>
      {`${officer.name ? `${officer.name}, the grievance officer of ${seller},` : seller} answers questions and complaints about your data: `}
      <MailLink to={officer.email} />, <PhoneLink to={officer.phone} />. If that does not settle it, you can
      complain to the Data Protection Board of India.
    </p>
  );
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link">
      {children}
    </Link>
  );
}
