import { OPENING_ITEMS, type OpeningItem, type OpeningKey } from "~/domain/opening/checklist/opening";
import { IfMay, ScreenLink } from "~/ui/admin/frame/rights";
import { ButtonLink } from "~/ui/kit/button";

/** Without these nothing can be sold and sent. */
const FIRST: OpeningKey[] = ["seller", "shipping", "officer", "carrier", "books"];

/** What is left to do before the shop sells, with a link to the whole checklist. */
export function FirstSteps({ items }: { items: OpeningItem[] }) {
  const steps = FIRST.map((key) => items.find((item) => item.key === key)!);
  const isNeeded = items.some(({ key, isDone }) => !isDone && OPENING_ITEMS[key].group === "needed");
  const left = items.filter(({ isDone }) => !isDone).length;
  const hasBooks = steps.find(({ key }) => key === "books")!.isDone;
  return (
    <section aria-labelledby="first-steps" className="panel mb-8 grid justify-items-start gap-4">
      <h2 id="first-steps" className="text-xl">
        Before the first sale
      </h2>
      {isNeeded ? (
        <p>Customers can look around, but not order, until the seller and the shipping prices are saved.</p>
      ) : null}
      {steps.every(({ isDone }) => isDone) ? null : (
        <ul className="grid w-full gap-2">
          {steps.map(({ key, isDone, why }) => (
            <li key={key} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3">
              <span className={isDone ? "text-good font-semibold" : "text-bad font-semibold"}>
                {isDone ? "Done" : "To do"}
              </span>
              <span>
                <ScreenLink to={OPENING_ITEMS[key].to!} className="link">
                  {OPENING_ITEMS[key].label}
                </ScreenLink>
                : {why}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p>
        {left} of {items.length} steps {left === 1 ? "is" : "are"} left.{" "}
        <ScreenLink to="/admin/opening" className="link">
          The whole checklist
        </ScreenLink>
      </p>
      {hasBooks ? null : (
        <IfMay right="catalogue">
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/admin/products?add=1" size="sm">
              Add the first book
            </ButtonLink>
            <ButtonLink to="/admin/publishers" size="sm" variant="quiet">
              Publishers
            </ButtonLink>
            <ButtonLink to="/admin/languages" size="sm" variant="quiet">
              Languages
            </ButtonLink>
          </div>
        </IfMay>
      )}
    </section>
  );
}

/** Whether the dashboard shows the steps: until the first ones are done, and in a live shop until its first sale. */
export const showsFirstSteps = (items: OpeningItem[], hasSold: boolean, demo: boolean): boolean =>
  items.some(({ key, isDone }) => !isDone && FIRST.includes(key)) ||
  (!demo && !hasSold && items.some(({ isDone }) => !isDone));
