import { DEFAULT_CONTENT } from "../home/default-home";

/** The description beside the newsletter's form as the shop came; staff change it on the home page (`newsletterWords`). */
export const NEWSLETTER_WORDS = DEFAULT_CONTENT.newsletter.text;
