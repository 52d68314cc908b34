import type { MarkName, PictureName } from "./drawings";

/** How an owner dresses a shop: what is typed into the forms of the back office. */
export interface DressedShop {
  /** In file names. */
  name: string;
  shopName: string;
  mark: MarkName;
  accent: string;
  face: string;
  pictures: { name: PictureName; alt: string }[];
  announcement: { text: string; linkLabel: string; to: string };
  mainMenu: [label: string, to: string][];
  footerMenu: [label: string, to: string][];
  footerWords: { sentence: string; lastLine: string };
  /** The blocks of the home page in their order. `books` are titles, `tag` and `author` names, `picture` is one of the pictures. */
  home: { kind: string; [field: string]: string | string[] }[];
  about: { title: string; body: string };
  news: { title: string; body: string; postedOn: string; picture: PictureName }[];
}

const LEGAL: [string, string][] = [
  ["Terms", "/terms"],
  ["Privacy", "/privacy"],
];

const literaryPress: DressedShop = {
  name: "press",
  shopName: "Kaveri House",
  mark: "river",
  accent: "#0b5c7a",
  face: "gelasio",
  pictures: [
    { name: "river", alt: "A sailing boat on the river at sunrise" },
    { name: "press", alt: "Our hand press, with a fresh sheet on its bed" },
  ],
  announcement: {
    text: "Free shipping within Karnataka until 31 December",
    linkLabel: "See our poetry",
    to: "/books?tag=Poetry",
  },
  mainMenu: [
    ["Books", "/books"],
    ["Poetry", "/books?tag=Poetry"],
    ["News", "/news"],
    ["About", "/about"],
  ],
  footerMenu: [
    ["Books", "/books"],
    ["Categories", "/categories"],
    ["News", "/news"],
    ["About", "/about"],
    ...LEGAL,
  ],
  footerWords: { sentence: "Poems and plays, printed by hand in Mysuru since 1976.", lastLine: "" },
  home: [
    {
      kind: "hero",
      title: "Poems that were sung before they were printed",
      text: "Kaveri House prints poetry and drama from the languages of the south, in small numbers and on good paper.",
      button: "See the Poetry",
      to: "/books?tag=Poetry",
      books: ["Silappatikaram", "Gitanjali", "Thirukkural"],
    },
    {
      kind: "textWithPicture",
      heading: "A press by the river",
      text: "We began in **1976** with one hand press and a drawer of Kannada type. The press still prints every cover.\n\nVisitors are welcome on Saturdays: [how to find us](/about).",
      picture: "press",
      side: "left",
      button: "About Us",
      to: "/about",
    },
    { kind: "shelf", heading: "Poetry", source: "tag", tag: "Poetry", count: "8" },
    {
      kind: "quotation",
      text: "Where the mind is without fear and the head is held high",
      source: "Rabindranath Tagore, Gitanjali",
    },
    { kind: "shelf", heading: "New from the press", source: "new", count: "4" },
    {
      kind: "newsletter",
      heading: "A letter in each season",
      text: "What we are printing, and why. Four times a year.",
    },
  ],
  about: {
    title: "About",
    body: "Kaveri House was founded in 1976 by two teachers who could not find the poems they wanted to teach.\n\n![river]\n\n## How we print\n\nEach title is printed in 600 copies. The text is set in Gelasio and Noto Sans Kannada, the cover is printed **by hand**.\n\n1. The cover is cut in linoleum.\n2. It is printed on paper from Sanganer.\n3. It dries for a day.\n\n> A book should be as light as a letter from a friend.\n\n## Where we are\n\nBehind the Government Press in Mysuru. Open on Saturdays from 10 to 4.",
  },
  news: [
    {
      title: "The second printing of Thirukkural is here",
      body: "After eleven months the couplets are in stock again, with a new afterword.",
      postedOn: "2026-11-02",
      picture: "press",
    },
    {
      title: "A reading by the river",
      body: "On the first Sunday of the month we read aloud at the ghat. Bring a mat.",
      postedOn: "2026-10-18",
      picture: "river",
    },
  ],
};

const childrensShop: DressedShop = {
  name: "children",
  shopName: "Tota Tales",
  mark: "parrot",
  accent: "#c2361b",
  face: "jost",
  pictures: [
    { name: "reading", alt: "Three children read under a mango tree" },
    { name: "kites", alt: "Kites above a row of bright books" },
  ],
  announcement: {
    text: "Story hour each Saturday at 11, in the shop on MG Road",
    linkLabel: "Come along",
    to: "/news",
  },
  mainMenu: [
    ["All Books", "/books"],
    ["Folk Tales", "/books?tag=Folklore"],
    ["Story Hour", "/news"],
    ["For Schools", "/about"],
  ],
  footerMenu: [["Books", "/books"], ["Story Hour", "/news"], ["For Schools", "/about"], ...LEGAL],
  footerWords: {
    sentence: "Books that are read until they fall apart.",
    lastLine: "Made in Pune with mango juice",
  },
  home: [
    {
      kind: "hero",
      title: "Tales a parrot would repeat",
      text: "Picture books, folk tales and first novels for readers from three to twelve.",
      button: "Find a Story",
      to: "/books",
      books: ["Panchatantra", "Abol Tabol", "Thakurmar Jhuli"],
      words: "on",
    },
    {
      kind: "shelf",
      heading: "Read aloud tonight",
      source: "picked",
      books: [
        "Burhi Aair Sadhu",
        "Thakurmar Jhuli",
        "Panchatantra",
        "Chander Pahar",
        "Abol Tabol",
        "Sultana's Dream",
      ],
      count: "6",
    },
    {
      kind: "textWithPicture",
      heading: "Story hour",
      text: "Every Saturday at **11** somebody reads and everybody else interrupts:\n\n- tales from the Panchatantra\n- nonsense from Bengal\n- whatever you bring",
      picture: "reading",
      side: "right",
      button: "Next Dates",
      to: "/news",
    },
    {
      kind: "blurbs",
      title1: "By age",
      text1: "Each book says for whom it is, and we have read it.",
      title2: "For schools",
      text2: "Class sets, with an invoice.",
      title3: "Gift wrapped",
      text3: "In yesterday's newspaper, with a ribbon.",
      title4: "Torn pages",
      text4: "Bring it in, we mend it.",
    },
    { kind: "categories", heading: "What is it about?", count: "12" },
    { kind: "newsletter", heading: "Parrot post", text: "One new story a month." },
  ],
  about: {
    title: "For schools",
    body: "We bring a box of forty books to your school and fetch it after a month.\n\n![kites]\n\n| Class | Books | Price |\n|---|---|---|\n| 1 and 2 | 40 | ₹6,000 |\n| 3 to 5 | 40 | ₹8,000 |\n| 6 and 7 | 30 | ₹8,500 |\n\n## How it works\n\nWrite to us with the class and the languages. [See all books](/books).",
  },
  news: [
    {
      title: "Saturday: the tiger, the brahmin and the jackal",
      body: "Read by Meera, with masks. From four years.",
      postedOn: "2026-11-14",
      picture: "reading",
    },
    {
      title: "Kites above Pune",
      body: "We fold kites from old proofs.",
      postedOn: "2026-10-30",
      picture: "kites",
    },
  ],
};

const oldBookshop: DressedShop = {
  name: "bookshop",
  shopName: "Mehta & Daughters, Booksellers",
  mark: "arches",
  accent: "#8a1c4a",
  face: "rozha-one",
  pictures: [
    { name: "shopfront", alt: "The shop with its two windows, full of books" },
    { name: "shelf", alt: "Three shelves of old cloth bindings" },
  ],
  announcement: {
    text: "The shop is closed on 26 January. Orders that reach us before noon on the 25th are sent on the same day, all others on the 27th.",
    linkLabel: "When we are open",
    to: "/about",
  },
  mainMenu: [
    ["Books", "/books"],
    ["Novels", "/books?tag=Novel"],
    ["Women’s Writing", "/books?tag=Women%27s+Writing"],
    ["Bestsellers", "/bestsellers"],
    ["From the Shop", "/news"],
    ["About Us", "/about"],
  ],
  footerMenu: [
    ["Books", "/books"],
    ["Categories", "/categories"],
    ["Bestsellers", "/bestsellers"],
    ["From the Shop", "/news"],
    ["About Us", "/about"],
    ["Women’s Writing", "/books?tag=Women%27s+Writing"],
    ["Novels", "/books?tag=Novel"],
    ["Philosophy", "/books?tag=Philosophy"],
    ["Subscribe to our letters", "/newsletter"],
    ...LEGAL,
  ],
  footerWords: {
    sentence:
      "New, old and out-of-print books in eleven languages, from the same two rooms in Fort since 1948.",
    lastLine: "Titles are set in Rozha One by the Indian Type Foundry",
  },
  home: [
    {
      kind: "textWithPicture",
      heading: "Two rooms of books in Fort, since 1948",
      text: "Our grandmother bought the first shelf from a ship's library. We have been buying ever since: *novels*, memoirs, cookery, and the one book you have been looking for.",
      picture: "shopfront",
      side: "right",
      button: "Browse the Shelves",
      to: "/books",
    },
    { kind: "shelf", heading: "What Bombay is reading", source: "bestsellers", count: "4" },
    {
      kind: "shelf",
      heading: "Rabindranath Tagore",
      source: "author",
      author: "Rabindranath Tagore",
      count: "8",
    },
    {
      kind: "quotation",
      text: "They never ask what I want. They hand me a book and go on talking.",
      source: "A customer since 1971",
    },
    { kind: "categories", heading: "The shelves", count: "18" },
    {
      kind: "textWithPicture",
      heading: "We buy libraries",
      text: "Write to us with a photograph of the shelves. We come, we carry, we pay on the day.",
      picture: "shelf",
      side: "left",
    },
    {
      kind: "newsletter",
      heading: "Lists by post",
      text: "New arrivals, once a month, before they go on the shelf.",
    },
  ],
  about: {
    title: "About us",
    body: "Three generations have kept this shop.\n\n![shopfront]\n\n## Hours\n\nMonday to Saturday, 10 to 7. Closed on public holidays.\n\n## Ordering\n\nIf we do not have it, we look for it. Most searches take three weeks; one took **eleven years**.",
  },
  news: [
    {
      title:
        "A library from Matheran: four hundred volumes on natural history, some with hand-coloured plates",
      body: "They go on the shelves on Monday.",
      postedOn: "2026-11-09",
      picture: "shelf",
    },
  ],
};

export const DRESSED_SHOPS = [literaryPress, childrensShop, oldBookshop];
