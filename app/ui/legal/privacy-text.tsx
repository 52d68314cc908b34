import { Link } from "react-router";
import type { LegalFacts } from "~/domain/settings/legal-facts";
import { addressInOneLine } from "~/domain/settings/settings";
import { type LegalSection, MailLink, NamedPoints, PhoneLink } from "./legal-text";

/** The day this text was last changed. */
export const PRIVACY_CHANGED = "2026-11-21";

export interface PrivacyFacts extends LegalFacts {
  /** What stands before most cookies' names: "__Host-" where the shop is served over TLS. */
  cookiePrefix: string;
  /** Whom one can sign in through here, e.g. Google; none are named that are not. */
  providers: string[];
}

export function PrivacyIntro({ shop }: PrivacyFacts) {
  return (
    <p>
      {`${shop} keeps what it needs to sell you books and to send them, and nothing to follow you around. There is no advertising and no tracking on these pages, and nothing about you is sold.`}
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
    title: "What we keep, what for, and how long",
    body: <NamedPoints points={[...KEPT, ...keptOfProviders(facts)]} />,
  },
  {
    id: "bills",
    title: "Why orders and bills stay",
    body: (
      <p>
        The law makes sellers keep records of sales: the Central Goods and Services Tax Act, 2017, for 72
        months from the day the year's return is due (section 36), and the Companies Act, 2013, where the
        seller is a company, for eight financial years (section 128). For that long an order keeps what its
        bill needs, the name and address it was sent to among them, also when the account is erased.
      </p>
    ),
  },
  { id: "cookies", title: "Cookies", body: <Cookies {...facts} /> },
  {
    id: "others",
    title: "Who else sees it",
    body: (
      <>
        <NamedPoints points={[...OTHERS, ...toldProviders(facts)]} />
        <p>Nobody else, unless the law compels us.</p>
      </>
    ),
  },
  {
    id: "recommendations",
    title: "Recommendations",
    body: (
      <p>
        “You may also like” goes by which books were bought in the same orders, counted without names, and by
        tags and authors. It looks at the book or the cart in front of you, not at you. You can turn it off on
        your <TextLink to="/account">account page</TextLink>.
      </p>
    ),
  },
  { id: "rights", title: "Your rights", body: <Rights {...facts} /> },
  {
    id: "children",
    title: "Children",
    body: (
      <p>
        Accounts are for people of 18 and older. If you find that a child has made one, tell us and we erase
        it.
      </p>
    ),
  },
  {
    id: "safety",
    title: "How it is kept safe",
    body: (
      <p>
        Passwords and the keys of your sessions are stored in a form that cannot be turned back. Only our own
        staff see orders and customers, and what they change is written down. Should your data ever get into
        wrong hands, we tell you and the Data Protection Board of India.
      </p>
    ),
  },
  { id: "complaints", title: "Complaints", body: <Complaints {...facts} /> },
];

const KEPT = [
  [
    "Your account",
    "your name, e-mail address and a scrambled form of your password, so that you can sign in; whether the address is confirmed, and whether you want recommendations. Until you erase the account.",
  ],
  [
    "Your sessions",
    "when you last came and with which kind of browser, so that you can see and end them. A day after your last visit, or 30 days when you asked to stay signed in.",
  ],
  ["Your addresses, cart, saved books and wishlist", "until you remove them, or erase the account."],
  [
    "Your orders",
    "the books, the recipient's name, address, telephone number and e-mail address for the parcel, the payment's number and what became of it. As long as the law asks.",
  ],
  [
    "Your reviews",
    "with your e-mail address shown in part only, such as p•••a@example.com. Until you ask us to take them away; once the account is erased, nothing of you stands on them.",
  ],
  [
    "Mail",
    "what we have sent you, such as confirmations, so that we can tell whether it left. Links that act as keys are blotted out once sent.",
  ],
  [
    "The newsletter",
    "your e-mail address, only if you ask for it and confirm. Each letter has a link that ends it at once.",
  ],
  [
    "Books you wait for",
    "the e-mail address you gave, only if you ask, for the one mail when a book is back: at most a year until then, and 90 days after it.",
  ],
  [
    "The server's log",
    "which page was asked for and when, and what went wrong, without your name. Your network address counts tries at passwords and forms, in passing.",
  ],
] as const;

const OTHERS = [
  [
    "The payment provider",
    "Razorpay takes your payment in its own window: your card or bank details go there and never to us. It gets the amount, the order's number and how to reach you.",
  ],
  ["The carrier", "gets the name, address and telephone number that stand on your parcel."],
  ["The mail service", "carries our messages to your e-mail address."],
] as const;

const eitherOf = ({ providers }: PrivacyFacts) => providers.join(" or ");

const keptOfProviders = (facts: PrivacyFacts) =>
  facts.providers.length === 0
    ? []
    : [
        [
          `Signing in through ${eitherOf(facts)}`,
          "if you choose to: the number you have there and the e-mail address we are told, so that we know you again. Until you part the two, or erase the account.",
        ] as const,
      ];

const toldProviders = (facts: PrivacyFacts) =>
  facts.providers.length === 0
    ? []
    : [
        [
          eitherOf(facts),
          "if you sign in through it: learns that you do, and nothing of what you buy.",
        ] as const,
      ];

function Cookies({ cookiePrefix, providers }: PrivacyFacts) {
  const named = (name: string, text: string) => [`${cookiePrefix}${name}`, text] as const;
  return (
    <>
      <p>
        All of them are needed for what they do, none is for advertising, and nobody but this shop reads them.
      </p>
      <NamedPoints
        points={[
          named(
            "kitab",
            "keeps you signed in, or holds a guest's cart. Until the browser closes, or 30 days.",
          ),
          named("flash", "carries a message from one page to the next. Two minutes."),
          named(
            "device",
            "says that this browser has signed in before, so that others' guesses cannot lock you out. Half a year.",
          ),
          named("username", "fills in your address after registering. Ten minutes."),
          named(
            "wish",
            "remembers the book that you want on your wishlist while you sign in. Half an hour at most.",
          ),
          ["theme", "remembers light or dark, once you have chosen. A year."],
          named("preview", "only for our staff, while they look at the store. Until the browser closes."),
          ["sidebar", "only for our staff: the menu of the back office. Seven days."],
          ...(providers.length === 0
            ? []
            : [
                named(
                  "third-party",
                  `remembers a sign-in through ${providers.join(" or ")} until you are back. 15 minutes.`,
                ),
              ]),
        ]}
      />
      <p>The browser itself keeps your choice of light or dark, and how far down a list you were.</p>
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
              everything we hold about you, as a file, on <TextLink to="/account/data">your data</TextLink>.
            </>,
          ],
          [
            "Correct it",
            <>
              name, addresses, e-mail address and password on your{" "}
              <TextLink to="/account">account page</TextLink>.
            </>,
          ],
          [
            "Erase it",
            <>
              the whole account, on <TextLink to="/account/data">your data</TextLink> too. What the law makes
              us keep stays for so long, and is used for nothing else.
            </>,
          ],
          [
            "Withdraw a consent",
            "as easily as you gave it: the newsletter by the link in each letter, without signing in.",
          ],
          ["Name somebody", "who uses these rights for you after your death or when you no longer can."],
        ]}
      />
      <p>
        Without an account, or when something does not work, write to <MailLink to={email} />.
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
