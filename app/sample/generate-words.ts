/** The parts of titles, names and texts of generated books. Earlier entries of a list are more frequent. */

export const TAGS = [
  "Novel",
  "Classics",
  "Poetry",
  "History",
  "Short Stories",
  "Romance",
  "Children",
  "Essays",
  "Historical Fiction",
  "Folk Tales",
  "Memoir",
  "Politics",
  "Philosophy",
  "Drama",
  "Adventure",
  "Science Fiction",
  "Fantasy",
  "Satire",
  "Travel",
  "Devotional",
  "Social Reform",
  "Women's Writing",
  "Epic",
  "Fables",
] as const;

export const LANGUAGES = [
  "English",
  "Hindi",
  "Bengali",
  "Tamil",
  "Marathi",
  "Malayalam",
  "Telugu",
  "Gujarati",
  "Kannada",
  "Urdu",
  "Punjabi",
  "Odia",
  "Assamese",
  "Sanskrit",
] as const;

export const FIRST_NAMES =
  `Aarti Abdul Aditi Ajit Akash Alka Amala Amit Amrita Anand Anil Anita Anjali Aparna Archana Arun Asha Ashok Aziz
  Balaji Bharati Bhavna Bina Chandan Chitra Daya Deepa Dev Dilip Divya Esther Fatima Gauri Geeta George Girish Gopal
  Hansa Hari Hema Indira Irfan Ishaan Jaya Jyoti Kabita Kalyani Kamal Karthik Kavita Kiran Krishna Lalita Latha Leela
  Madhav Mahesh Mala Malati Manju Manoj Mary Mohan Mukul Nalini Nandini Naveen Nazia Neela Nikhil Nirupama Padma Pallavi
  Parveen Prakash Pratibha Priya Radha Raghu Rajani Ramesh Rashid Ravi Rekha Rohini Rukmini Sabina Sachin Salim Sarita
  Savita Shanta Sharad Shobha Siddharth Simran Sohini Sudha Sumitra Suresh Tara Thomas Uma Usha Varsha Vasant Vidya Vikram
  Vinod Yamini Yusuf Zainab`.split(/\s+/);

export const LAST_NAMES =
  `Acharya Agarwal Ahmed Ali Amin Apte Bagchi Banerjee Baruah Basu Bhagat Bhat Bhatia Bhosale Biswas Borah Chakraborty Chatterjee
  Chaudhuri Chauhan Cherian Dalal Das Datta Desai Dhar Dixit Dutta Fernandes Gaikwad Ganguly George Ghosh Gogoi Gokhale
  Goswami Grewal Guha Gupta Hegde Hussain Iqbal Iyengar Iyer Jadhav Jain Jha Joshi Kamat Kapoor Karnik Kaur Khan Khanna
  Kulkarni Kumar Kurien Lal Mahapatra Mahanta Malhotra Mathew Menon Mirza Mishra Mitra Mohanty Mukherjee Naidu Nair
  Namboodiri Narayan Pai Panda Pandey Parekh Patel Pathak Pillai Prasad Puri Rahman Rajan Raman Rane Rastogi Rathod Reddy
  Roy Saikia Sarkar Sastry Sawant Saxena Sen Seth Shah Sharma Shenoy Shetty Shinde Singh Sinha Srinivasan Subramaniam
  Swamy Thakur Thomas Tiwari Trivedi Varghese Varma Verma Vyas Wadhwa Yadav Zaidi`.split(/\s+/);

export const PLACES =
  `Almora Amritsar Aurangabad Banaras Barisal Baroda Belgaum Bhopal Bhubaneswar Bikaner Bombay Calicut Chanderi Chettinad Cochin
  Coorg Cuttack Darjeeling Dehradun Delhi Dharwad Gaya Guwahati Gwalior Hampi Haridwar Hyderabad Indore Jaipur Jhansi
  Jodhpur Kanpur Kolhapur Konark Kottayam Kozhikode Kumaon Kutch Ladakh Lucknow Madras Madurai Majuli Malwa Mandvi Mangalore
  Mathura Murshidabad Mysore Nagpur Nashik Orchha Patna Pondicherry Poona Puri Rajkot Ranikhet Ratnagiri Sambalpur
  Santiniketan Satara Shillong Shimla Silchar Sivasagar Srinagar Surat Tanjore Tezpur Tiruchi Trichur Udaipur Ujjain
  Varanasi Vizag Warangal Wayanad`.split(/\s+/);

export const THINGS =
  `Almanac Anklet Astrologer Bangle Banyan Barber Boatman Brick-kiln Bullock Calendar Caravan Carpenter Cartographer Census Clerk
  Clock Coppersmith Courtyard Diary Dictionary Drum Ferry Festival Fisherman Flute Garden Gatekeeper Goldsmith Granary
  Grammarian Harmonium Harvest Indigo Inkpot Jackfruit Kite Kitchen Lamp Ledger Letter-writer Lighthouse Loom Lotus Mango
  Mapmaker Marigold Mirror Monsoon Moonrise Nightjar Notebook Orchard Palanquin Pearl-diver Peacock Photograph Pilgrim
  Platform Postmaster Potter Printer Puppeteer Quilt Railway Rice-field River Saffron Schoolmaster Shadow Snake-charmer
  Spice-seller Stairway Station Stepwell Storm Sugarcane Tailor Tamarind Teacher Telegraph Terrace Thread Tiger Toll-gate
  Tramway Umbrella Verandah Violin Washerman Watchman Weaver Well Widow Window Witness`.split(/\s+/);

export const QUALITIES =
  `Borrowed Broken Brass Crooked Distant Early Eleventh Empty Faithful Fifth First Forgotten Golden Half-lit Hidden Hungry
  Last Late Little Lost Midnight Narrow Nameless Obstinate Old Patient Quiet Restless Salt Second Seventh Silent Sleepless
  Slow Small Stubborn Third Unfinished Unhurried Upstairs Wandering White Winter`.split(/\s+/);

const PUBLISHER_FIRST =
  `Ashoka-tree Blue-kingfisher Brick-lane-well Copper-anklet Eastern-stair Five-rivers Hill-station Ink-and-indigo Jackfruit
  Jasmine-yard Long-verandah Mustard-field Open-umbrella Paper-boat Peepal-corner Red-earth Salt-road Second-monsoon
  Stepwell Three-lamps White-marigold`
    .split(/\s+/)
    .map((words) => words.replaceAll("-", " ").replace(/\b\w/g, (letter) => letter.toUpperCase()));

/** About forty invented publishers; at most 40 characters each. */
export const PUBLISHERS = ["Books", "Prakashan"].flatMap((kind) =>
  PUBLISHER_FIRST.map((name) => `${name} ${kind}`),
);

export const GENERATED_REMARKS = [
  "Read it on two train journeys and missed neither my stop nor a chapter.",
  "The middle drags a little, but the last forty pages make up for it.",
  "A quiet book. I liked it more a week later than on the day I finished it.",
  "Good paper, clear type, and a story that knows where it is going.",
  "Not what I expected from the title, and better for it.",
  "I wanted more of the place and less of the quarrelling cousins.",
  "My mother took it before I could finish. She recommends it.",
  "Solid, a bit old-fashioned, pleasant company for an evening.",
  "Some chapters sing, others only hum.",
  "Bought one, then three more to give away.",
] as const;
