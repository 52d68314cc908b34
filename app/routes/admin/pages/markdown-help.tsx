const MARKS = [
  ["## Heading", "A heading; ### a smaller one"],
  ["An empty line", "Begins a new paragraph"],
  ["**bold** and *italic*", "Bold and italic words"],
  ["[our books](/books)", "A link: to a page of the shop, https://…, mailto:… or tel:…"],
  ["- item", "A list; with 1. a numbered one"],
  ["> text", "A quotation"],
  ["---", "A line between two parts"],
  ["| Weight | Price |\n|---|---|\n| 500 g | ₹40 |", "A table"],
  ["![what it shows](/coverpages/…)", "A picture: upload it below and copy its text"],
] as const;

/** The marks that most texts need. */
export function MarkdownHelp() {
  return (
    <details className="border-line rounded-md border px-4 py-2">
      <summary className="cursor-pointer font-semibold">
        How to write headings, links, lists and pictures
      </summary>
      <dl className="mt-3 grid gap-x-6 gap-y-2 pb-2 text-sm sm:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        {MARKS.map(([mark, meaning]) => (
          <div key={mark} className="contents">
            <dt>
              <code className="wrap-anywhere whitespace-pre-line">{mark}</code>
            </dt>
            <dd className="text-muted max-sm:mb-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted pb-2 text-sm">
        HTML is not shown: nothing in a text can run in a visitor's browser.
      </p>
    </details>
  );
}
