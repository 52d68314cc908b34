/** What a customer may owe, and until when. Paise and days. */
export interface CustomerTerms {
  group: { id: number; name: string; active: boolean } | null;
  /** Their own; null: those of the group. */
  own: { creditLimit: number | null; creditDays: number | null };
  /** As they hold: their own, else those of a group in force. 0: nothing on account. */
  creditLimit: number;
  creditDays: number;
}
