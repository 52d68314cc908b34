/** Searches with a form of address, a volume or a price, each with the book that is meant. */
export const WORDS_BESIDE: readonly (readonly [query: string, title: string])[] = [
  ["munshi premchand", "Godaan"],
  ["munshi premchand godan", "Godaan"],
  ["ponniyin selvan part 1", "Ponniyin Selvan"],
  ["ponniyin selvan vol. 2", "Ponniyin Selvan"],
  ["poniyin selwan part 1", "Ponniyin Selvan"],
  ["dr ambedkar annihilation of caste", "Annihilation of Caste"],
  ["chandrakanta bhag 1", "Chandrakanta"],
  ["sri ramcharitmanas", "Ramcharitmanas"],
  ["godaan under 2000", "Godaan"],
  ["premchand books under ₹2000", "Godaan"],
  ["gitanjali below Rs 5000", "Gitanjali"],
  ["ponniyin selvan part 1 up to 9,999", "Ponniyin Selvan"],
  ["hind swaraj between 1 rs and 5000 rs", "Hind Swaraj"],
];
