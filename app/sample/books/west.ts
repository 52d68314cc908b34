import { GHATS, LANTERN, NEELKANTH, type SampleBook } from "../sample-book";

/** Marathi and Gujarati. */
export const WESTERN_BOOKS: SampleBook[] = [
  {
    title: "Yamuna Paryatan",
    authors: ["Baba Padmanji"],
    language: "Marathi",
    published: 1857,
    tags: ["Novel", "Social Reform"],
    publisher: NEELKANTH,
    price: 199,
    stock: 4,
    pages: 136,
    brief:
      "A young wife travels through the Marathi country with her husband and listens to the widows she meets. Their stories are all different, and all the same.",
    description: [
      "Baba Padmanji, a convert to Christianity and a restless journalist, wrote his book as an inquiry in the form of a journey. Shaved heads, locked rooms and early marriages are described as Yamuna sees them, one house at a time.",
      "It is among the very first novels in any modern Indian language. Its art is simple; its evidence was hard to answer.",
    ],
  },
  {
    title: "Pan Lakshat Kon Gheto",
    authors: ["Hari Narayan Apte"],
    language: "Marathi",
    published: 1890,
    tags: ["Novel", "Social Reform", "Classics"],
    publisher: GHATS,
    price: 425,
    stock: 27,
    pages: 448,
    brief:
      "'But who pays any heed?' Yamu of Poona tells her own life, from a quick, noticing child to a bride, a happy wife and, far too early, a widow.",
    description: [
      "Apte lets a woman speak in her own kitchen Marathi for four hundred pages and never once raises his voice. Brothers and sisters, cruel and kind in-laws, a house in Bombay with books in it: the happiness is as exact as what follows.",
      "Readers of the weekly that first carried it are said to have wept in public. The question in the title is meant for them, and for us.",
    ],
  },
  {
    title: "Shyamchi Aai",
    authors: ["Sane Guruji"],
    language: "Marathi",
    published: 1935,
    tags: ["Memoir", "Classics"],
    publisher: LANTERN,
    price: 250,
    stock: 99,
    pages: 264,
    brief:
      "Evening after evening Shyam tells his friends about his mother: a swim he was afraid of, a stolen coin, a lamp of kindness in a poor Konkan house.",
    description: [
      "Sane Guruji wrote these evenings in Nashik jail in a matter of days. Each is a small scene with a lesson folded into it, and the lessons hold because the mother in them is a real woman, tired, funny and strict.",
      "The book is a first present in countless Marathi homes. Acharya Atre's film of it won the first national award for best feature film.",
    ],
  },
  {
    title: "Tukaram Gatha",
    authors: ["Tukaram"],
    language: "Marathi",
    published: 1650,
    tags: ["Devotional", "Poetry"],
    publisher: GHATS,
    price: 750,
    stock: 34,
    pages: 880,
    brief:
      "The collected abhangs of the grocer of Dehu, who failed in business, lost his family to famine and talked to Vitthal of Pandharpur as one talks to a friend who owes an explanation.",
    description: [
      "Some four and a half thousand poems are counted here: thanks, jokes, despair, advice on whom not to trust. They were made to be sung by people walking, and are still sung that way each year on the long road to Pandharpur.",
      "Legend says that the manuscripts were sunk in the Indrayani and came back dry. Opened anywhere, the book makes the story easy to believe.",
    ],
  },
  {
    title: "Dnyaneshwari",
    authors: ["Dnyaneshwar"],
    language: "Marathi",
    published: 1290,
    tags: ["Philosophy", "Devotional", "Classics"],
    publisher: GHATS,
    price: 799,
    salePrice: 649,
    stock: 43,
    pages: 912,
    brief:
      "At Nevasa a poet not yet twenty explained the Gita to people who had no Sanskrit: verse by verse, with images from kitchens, rivers and the sky.",
    description: [
      "Nine thousand verses in the ovi metre grow out of the seven hundred of the Gita. Where the original states, Dnyaneshwar compares, and often compares again for sheer delight: the lamp, the lotus, the calf that finds its mother.",
      "With it Marathi became a language for thought. The closing prayer, the Pasaydan, asks for nothing for the poet and for goodness in the wicked.",
    ],
  },
  {
    title: "Gulamgiri",
    authors: ["Jotirao Phule"],
    language: "Marathi",
    published: 1873,
    tags: ["Essays", "Politics", "Social Reform"],
    publisher: GHATS,
    price: 149,
    stock: 56,
    pages: 128,
    brief:
      "'Slavery': a dialogue in which Jotirao and his friend Dhondiba take the sacred stories of caste apart one by one and ask who profits from them.",
    description: [
      "Phule dedicated his book to the people of the United States who had fought to end slavery, in the hope that his own countrymen would follow. The tone is blunt, comic and furious; myths are read as the records of a conquest.",
      "In the same year he helped to found the Satyashodhak Samaj, the society of seekers of truth. The pamphlet has been in the bloodstream of Indian social thought since.",
    ],
  },
  {
    title: "Saraswatichandra",
    authors: ["Govardhanram Tripathi"],
    language: "Gujarati",
    published: 1887,
    tags: ["Novel", "Romance", "Classics"],
    publisher: NEELKANTH,
    price: 1499,
    salePrice: 1199,
    stock: 12,
    pages: 1480,
    brief:
      "A brilliant young man gives up his inheritance and with it his betrothed, Kumud. He meets her again under another name, as the wife of another man.",
    description: [
      "Four parts, fourteen years of work, and the whole of Gujarat in a time of change: joint families, princely courts, newspapers, ascetics on a mountain. Govardhanram had meant to write essays and found that people would rather read a story.",
      "The love story carries everything else. It is a long book in the way that a long journey is long, and this edition binds all of it in one box.",
    ],
  },
  {
    title: "Satya na Prayogo",
    authors: ["M. K. Gandhi"],
    language: "Gujarati",
    published: 1927,
    tags: ["Memoir", "Politics", "Classics"],
    publisher: GHATS,
    price: 299,
    stock: 120,
    pages: 472,
    brief:
      "Gandhi's experiments with truth, in the Gujarati in which he wrote them: a shy boy, a clumsy barrister, a railway platform at night, and the long training of a will.",
    description: [
      "The chapters came out week by week in his paper Navajivan and read like it: short, plain, each with one thing to confess or to settle. He is hardest on himself, and sometimes unaware of being hard on others.",
      "The story stops in 1921, when his life, as he says, had become too public to need telling. No better account exists of how he became what he was.",
    ],
  },
  {
    title: "Hind Swaraj",
    authors: ["M. K. Gandhi"],
    language: "Gujarati",
    published: 1909,
    tags: ["Politics", "Essays", "Philosophy"],
    publisher: LANTERN,
    price: 125,
    stock: 81,
    pages: 112,
    brief:
      "Written in ten days on a ship between England and South Africa, partly with the left hand when the right grew tired: a Reader asks, an Editor answers, and modern civilisation is in the dock.",
    description: [
      "What is home rule, if it is English rule without the Englishman? Railways, lawyers, doctors and machines are examined in turn and sent away. Gandhi's opponents found it absurd, the government found it dangerous, and he never took it back.",
      "One may disagree with nearly every page and still not be done with the book. It is the shortest way into his thought.",
    ],
  },
];
