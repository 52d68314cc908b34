import type { ReaderKey } from "./readers";

export type SampleReview = [reader: ReaderKey, rating: 2 | 3 | 4 | 5, remarks: string];

/** Reviews by title of the book. Some books have none, as in a real shop. */
export const REVIEWS: Readonly<Record<string, readonly SampleReview[]>> = {
  Gitanjali: [
    [
      "ananya",
      5,
      "I grew up with the songs and thought I knew the poems. Reading them in order, without the tunes, was like meeting my own aunt as a young woman.",
    ],
    [
      "meera",
      4,
      "My Bengali is slow, so I managed two pages a night. That turned out to be the right speed.",
    ],
    ["joseph", 5, "Knew only the English. It is not the same book at all. This one is barefoot."],
  ],
  Gora: [
    [
      "rituparna",
      5,
      "The arguments are long and I did not skip one. Anandamayi deserves a novel to herself.",
    ],
    ["kunal", 3, "Great ideas, but everyone delivers speeches. Took me two months."],
    ["devika", 4, "Lolita on the steamer! I had no idea he could be so funny about stubborn people."],
  ],
  "Ghare Baire": [
    ["imran", 4, "Sandip is every charming man with a microphone. Painful and very current."],
    ["sunita", 4, "The three voices took some getting used to. After that I could not put it down."],
  ],
  "Chokher Bali": [
    ["ananya", 4, "Binodini is the only adult in the house. The ending still makes me cross."],
    ["lakshmi", 3, "Beautifully observed. I wanted to shake Mahendra from page ten onwards."],
  ],
  Anandamath: [
    [
      "arjun",
      3,
      "The famine chapters are magnificent. The rest needs a good teacher beside you, and a date.",
    ],
    ["rituparna", 4, "Read it to know where the song comes from. Stayed for the prose."],
  ],
  Kapalkundala: [
    [
      "devika",
      5,
      "A hundred and fifty pages and not one wasted. That first chapter on the shore gave me gooseflesh.",
    ],
  ],
  Devdas: [
    ["harpreet", 4, "I have seen four of the films. The book has less perfume and more truth."],
    ["meera", 2, "I know it is a classic. I spent the evening wanting to throw water on him."],
    ["farhan", 4, "Short and merciless. Chandramukhi is the great character here."],
    [
      "sunita",
      5,
      "Cried on the 7.42 local. Someone offered me a handkerchief and then asked what I was reading.",
    ],
  ],
  "Pather Dabi": [
    ["kunal", 4, "Works as a thriller, which I did not expect from a book of this age."],
    ["ananya", 3, "Sabyasachi can do too many things too well. Bharati is the better reason to read it."],
  ],
  "Pather Panchali": [
    [
      "rituparna",
      5,
      "My grandmother read it to me, I have now read it to my son. He asked for the chapter with the train twice.",
    ],
    [
      "joseph",
      5,
      "I came from the film and found ten times as many plants. A book that makes you look at weeds.",
    ],
    ["tenzin", 5, "Nothing happens and everything does. The old aunt at the beginning broke me."],
  ],
  "Chander Pahar": [
    ["arjun", 5, "Twelve-year-old me gave it five stars and I see no reason to overrule him."],
    ["ananya", 4, "Bought it for my nephew, read it first. The cave chapter is terrific."],
  ],
  "Meghnad Badh Kavya": [
    ["rituparna", 5, "Difficult, yes. Read it aloud and the difficulty turns into thunder."],
  ],
  "Thakurmar Jhuli": [
    ["ananya", 5, "The ogress voices must be done properly or the child will complain. Mine did."],
    ["sunita", 4, "A present for a friend's daughter. Sturdy binding, thank goodness."],
    ["kunal", 4, "Some of it is quite gruesome. The children loved exactly those parts."],
  ],
  "Abol Tabol": [
    ["rituparna", 5, "The book I would save from a fire. I know it by heart and would still save it."],
    [
      "tenzin",
      4,
      "A friend read these to me with translations shouted in between. We were asked to leave the cafe.",
    ],
    ["joseph", 5, "Better than Lear. There, I have said it."],
  ],
  Godaan: [
    ["arjun", 5, "My grandfather was a Hori. I had to stop twice."],
    ["farhan", 5, "The village half is perfect. The city half is merely very good."],
    ["meera", 4, "Dhania, Dhania, Dhania. She should have her name on the cover."],
    ["imran", 4, "Should be read by everyone who lends money and everyone who borrows it."],
  ],
  Gaban: [["sunita", 4, "Funny until it is not. Jalpa grows up in front of you."]],
  Nirmala: [
    [
      "lakshmi",
      5,
      "So angry and so quiet. I finished it at two in the morning and woke my husband to tell him.",
    ],
    ["devika", 4, "Heavy going emotionally. Worth it."],
    ["kunal", 4, "Bought it at the sale price on a whim. Best whim of the year."],
  ],
  Chandrakanta: [
    ["farhan", 4, "Everyone is disguised as everyone else and I stopped keeping track. Enormous fun."],
    ["arjun", 5, "Grew up on the television serial. The book is faster and has no slow-motion."],
  ],
  Kamayani: [
    ["sunita", 3, "I admire it more than I love it. The first canto is another matter, that one I love."],
  ],
  "Andher Nagari": [
    ["imran", 5, "Our college put it on in twenty minutes of rehearsal and it still brought the house down."],
    ["meera", 4, "Tiny, cheap and sharper than the newspaper."],
  ],
  Ramcharitmanas: [
    ["lakshmi", 5, "Large clear type at last. My mother-in-law has retired her old copy after forty years."],
    ["arjun", 5, "We read one doha after dinner. The children now correct my metre."],
  ],
  Bijak: [
    ["harpreet", 5, "Kabir without the sugar. He shouted at me for two hundred pages and I thanked him."],
    ["tenzin", 4, "The riddle poems defeat me and I keep going back."],
    ["joseph", 3, "I needed more notes. The poems that I did follow were worth the price."],
  ],
  "Umrao Jan Ada": [
    ["imran", 5, "The conversation between Umrao and Ruswa is the best double act in Urdu prose."],
    ["farhan", 5, "Lucknow as it smelled and sounded. And what a narrator."],
    ["devika", 4, "I expected a melodrama and met a very intelligent woman."],
  ],
  "Mirat-ul-Uroos": [
    ["imran", 3, "Preachy, but Akbari's disasters are a delight. I was on her side throughout."],
  ],
  "Diwan-e-Ghalib": [
    ["farhan", 5, "I have three editions. This is the one that lies open on my table."],
    [
      "imran",
      5,
      "Wide margins, clean layout, no clutter. Ghalib would have asked what it cost and borrowed it.",
    ],
    ["kunal", 5, "Gave it to my father, who quotes at breakfast now. A mixed blessing."],
  ],
  "Bang-e-Dara": [
    ["farhan", 4, "Shikwa aloud on a terrace at night: recommended, neighbours permitting."],
    ["meera", 3, "The early nature poems are my favourites. The later ones lecture."],
  ],
  Sundari: [["harpreet", 4, "My grandmother's favourite. Plain, brave and over too soon."]],
  Heer: [
    ["harpreet", 5, "Nobody curses like Waris Shah. Nobody loves like him either."],
    ["imran", 4, "Long, and worth every quarrel. Kaido is a superb villain."],
    ["tenzin", 4, "Heard it sung before I read it. Both are needed."],
  ],
  "Pan Lakshat Kon Gheto": [
    ["sunita", 5, "I was not ready for how happy the middle is. It makes the rest unbearable."],
    ["arjun", 4, "The voice is astonishing for 1890. A child notices things and we understand them."],
  ],
  "Shyamchi Aai": [
    ["arjun", 5, "Read it at ten, read it at forty. The swimming story works at any age."],
    ["sunita", 5, "Every Marathi house had one. Now my flat in Chennai has one too."],
    ["lakshmi", 3, "Sincere and touching, a little too much moral for me at one sitting."],
  ],
  "Tukaram Gatha": [
    ["sunita", 5, "I open it anywhere before work. He is usually in a mood that fits mine."],
    ["arjun", 4, "Complete and well printed. An index by theme would make it perfect."],
  ],
  Dnyaneshwari: [["sunita", 5, "The images! Ten comparisons where one would do, and the tenth is the best."]],
  Gulamgiri: [
    ["kunal", 4, "Rude, funny, relentless. You can hear the two friends talking."],
    ["devika", 5, "Should be read in every school. It was not in mine."],
    ["arjun", 4, "A hundred and fifty years old and it still makes people change the subject."],
  ],
  Saraswatichandra: [
    ["kunal", 3, "My monsoon project. It outlasted the monsoon. Parts one and four are wonderful."],
    ["lakshmi", 4, "The box is handsome and takes up half a shelf. Kumud is worth the space."],
  ],
  "Satya na Prayogo": [
    ["kunal", 5, "The Gujarati is so simple that I kept forgetting to notice how good it is."],
    ["joseph", 4, "He hides nothing, including how difficult he was to live with."],
    ["tenzin", 4, "Short chapters, each with a splinter in it."],
  ],
  "Hind Swaraj": [
    ["meera", 3, "I disagreed with half and underlined most of it."],
    ["imran", 4, "Best read in one sitting, then argued about."],
  ],
  Thirukkural: [
    [
      "meera",
      5,
      "One kural on the fridge each week. The family votes on whether we lived up to it. We mostly lose.",
    ],
    ["lakshmi", 5, "The chapter-to-an-opening layout is just right."],
    ["joseph", 4, "I came for the ethics and stayed for book three. Nobody had told me about book three."],
    ["devika", 5, "A copy for each of my students who finishes school. This is the edition I give."],
  ],
  Silappatikaram: [
    ["meera", 5, "Kannagi in the court scene. I read it standing up."],
    ["devika", 4, "The songs of the shore are the heart of it. Do not rush to the anklet."],
  ],
  "Ponniyin Selvan": [
    ["meera", 5, "I lost a fortnight, two kilos and an argument about Nandini."],
    [
      "lakshmi",
      5,
      "Came for the film tie-in gossip, stayed for twenty-two hundred pages. Poonkuzhali for ever.",
    ],
    ["joseph", 4, "The coincidences are outrageous and I forgive every one."],
    ["tenzin", 5, "My neighbour summarised a chapter for me each evening. Now I am learning Tamil."],
  ],
  "Panchali Sapatham": [["meera", 5, "Read aloud at our reading group. Nobody spoke for a while."]],
  Kanyasulkam: [
    ["lakshmi", 5, "Girisam lives in every office. I have worked for him."],
    ["arjun", 4, "Still plays beautifully. Madhuravani gets the best lines and knows it."],
  ],
  Malapalli: [
    ["lakshmi", 4, "Long and uneven, and there is nothing else like it. Please print it again soon."],
    ["devika", 5, "A novel that listens to people no novel had listened to."],
  ],
  "Indira Bai": [["lakshmi", 4, "The hypocrites are a joy. Short, sharp, generous to its heroine."]],
  Vachanas: [
    ["lakshmi", 5, "Things standing shall fall. I think of that line weekly."],
    [
      "joseph",
      4,
      "Eight hundred years old and it reads like a note somebody left on the table this morning.",
    ],
    ["tenzin", 5, "Small enough for a coat pocket, and that is where it stays."],
  ],
  Indulekha: [
    ["devika", 5, "The Nambudiri's visit had me laughing on a night bus. Indulekha's replies are perfect."],
    ["joseph", 4, "I did skip chapter eighteen. Then I went back, and it is not bad at all."],
  ],
  Marthandavarma: [["joseph", 4, "Everyone is in disguise, everyone has a sword. Subhadra steals the book."]],
  "Chha Mana Atha Guntha": [
    [
      "rituparna",
      5,
      "The funniest serious book I know. The chapter on the pond should be taught in law schools.",
    ],
    ["imran", 4, "It takes a few pages to see that the narrator means the opposite. Then it is bliss."],
  ],
  "Burhi Aair Sadhu": [
    ["tenzin", 5, "Tejimola gave me nightmares as a child, and now I have given them to my niece."],
    ["rituparna", 4, "Lovely to have the songs in full."],
  ],
  "Miri Jiyori": [["tenzin", 3, "Sad and lovely, though an outsider's view of the Mising, and it shows."]],
  Abhijnanashakuntalam: [
    ["meera", 5, "Act four. That is the review."],
    ["rituparna", 4, "The glosses to the Prakrit are exactly what a student needs."],
    ["kunal", 3, "I find the king hard to like, ring or no ring. The language is beyond praise."],
  ],
  Panchatantra: [
    ["arjun", 5, "Not just for children. I have seen each of these jackals at board meetings."],
    ["ananya", 4, "Stories within stories, so bedtime is never really over. Consider yourself warned."],
    ["harpreet", 4, "The monkey and the crocodile, read for the hundredth time, and still good."],
  ],
  Arthashastra: [
    ["kunal", 4, "Skip to the chapters on fraud by officials. Forty ways to embezzle, all in use."],
    ["farhan", 3, "Dry as a ledger, which is what much of it is. Fascinating in spoonfuls."],
  ],
  "Ancient Ballads and Legends of Hindustan": [
    ["joseph", 4, "The casuarina poem alone would be enough. Twenty-one years old!"],
    ["devika", 3, "The ballads are of their time. The last few poems are not of any time."],
  ],
  "The Golden Threshold": [
    ["devika", 3, "Very musical, a little too sweet for me all at once. A poem a day works."],
  ],
  "Sultana's Dream": [
    ["ananya", 5, "Finished it at the bus stop and started again on the bus."],
    ["devika", 5, "Solar cooking, women scientists, men in seclusion, 1905. Bought six copies."],
    ["tenzin", 5, "I gave it to my daughter and to her headmaster."],
    ["sunita", 5, "Thirty minutes well spent, then an evening of argument."],
  ],
  "Annihilation of Caste": [
    ["arjun", 5, "I have bought this book five times because I keep giving it away."],
    ["meera", 5, "The clarity of it. Every paragraph shuts a door that you were about to slip through."],
    ["joseph", 5, "The exchange with Gandhi at the end should be read slowly, twice."],
  ],
  "The Discovery of India": [
    ["farhan", 4, "Best when he is uncertain. Also best in the afternoons, with tea."],
    ["kunal", 3, "A splendid, baggy thing. I skipped and do not regret it."],
  ],
};
