import { z } from "zod";
import { NOTICE_EVENTS } from "./notices";

const events = z.array(z.enum(NOTICE_EVENTS)).max(NOTICE_EVENTS.length).default([]);

/**
 * The form of the mails that somebody wants.
 * @property wanted the boxes that are ticked; @property shown those that were ticked when the form was opened
 */
export const noticesSchema = z.object({ wanted: events, shown: events });
