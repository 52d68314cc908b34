import { Form, Link, useNavigation, useSearchParams } from "react-router";
import type { StaffEdition } from "~/domain/catalogue/books/editions";
import { formatCount } from "~/domain/kit/counts";
import { listHref, MAX_TERM } from "~/domain/kit/listing/listing";
import { formatRupees } from "~/domain/kit/money";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { CheckboxField, TextField } from "~/ui/kit/field";
import { Notice } from "~/ui/kit/notice";
import type { EditionsData } from "./editions-action.server";

/** The side panel of ?editions=: the other books that are editions of the same work. */
export function EditionsPanel({ panel, errors }: { panel: EditionsData; errors?: string[] }) {
  const [params] = useSearchParams();
  const { book, editions, poolsReviews } = panel;
  return (
    <SidePanel title="Editions" closeTo={listHref(params)}>
      <div className="grid gap-8">
        {errors ? <Notice kind="error">{errors.join(" ")}</Notice> : null}
        <p className="wrap-anywhere">
          The page of <strong dir="auto">{book.title}</strong> and of each linked book shows all of them under
          “Also available as”, with format, price and stock. Hidden books are left out.
        </p>
        {editions.length > 1 ? (
          <>
            <section aria-labelledby="linked">
              <div className="part-head">
                <h3 id="linked">Linked editions</h3>
              </div>
              <ul className="grid gap-4">
                {editions.map((edition) => (
                  <li key={edition.id} className="flex items-start justify-between gap-4">
                    <EditionText edition={edition} isOwn={edition.id === book.id} />
                    <BookButton id={edition.id} intent="unlink-edition" of={edition}>
                      Remove
                    </BookButton>
                  </li>
                ))}
              </ul>
            </section>
            <Form method="post" preventScrollReset className="grid justify-items-start gap-3">
              <CheckboxField
                key={String(poolsReviews)}
                id="pooled"
                name="pooled"
                label="One review pool and one average for all editions"
                hint="Each edition’s page then lists the reviews of all visible editions, and says which edition each is about. If you switch it off, each has its own again."
                defaultChecked={poolsReviews}
              />
              <Button name="intent" value="pool-reviews" variant="quiet" size="sm">
                Save Reviews
              </Button>
            </Form>
          </>
        ) : null}
        <Search panel={panel} />
        <p>
          <Link to={listHref(params, { edit: book.id })} preventScrollReset className="link">
            Back to the book
          </Link>
        </p>
      </div>
    </SidePanel>
  );
}

function Search({ panel: { book, find, found } }: { panel: EditionsData }) {
  const [params] = useSearchParams();
  const kept = [...new URLSearchParams(listHref(params, { editions: book.id }))];
  return (
    <section aria-labelledby="add-edition">
      <div className="part-head">
        <h3 id="add-edition">Add an edition</h3>
      </div>
      <Form preventScrollReset className="mb-5 grid gap-3" role="search">
        {kept.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <TextField
          key={find}
          label="Title, author or ISBN"
          name="find"
          defaultValue={find}
          maxLength={MAX_TERM}
          autoComplete="off"
          dir="auto"
        />
        <div>
          <Button variant="quiet">Find Books</Button>
        </div>
      </Form>
      {find !== "" && found.length === 0 ? <p role="status">No other book matches.</p> : null}
      <ul className="grid gap-4">
        {found.map((candidate) => (
          <li key={candidate.id} className="flex items-start justify-between gap-4">
            <p className="wrap-anywhere">
              <bdi className="font-semibold">{candidate.title}</bdi>
              <span className="text-muted block text-sm">
                {[
                  candidate.authors.join(", "),
                  candidate.format,
                  candidate.isbn13,
                  candidate.hidden ? "Hidden" : null,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </p>
            {candidate.isTaken ? (
              <span className="text-muted text-sm">Linked to other books</span>
            ) : (
              <BookButton id={candidate.id} intent="link-edition" of={candidate}>
                Add
              </BookButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function EditionText({ edition, isOwn }: { edition: StaffEdition; isOwn: boolean }) {
  const facts = [
    edition.isbn13,
    formatRupees(edition.salePrice ?? edition.price),
    `${formatCount(edition.stock)} in stock`,
    edition.hidden ? "Hidden" : null,
  ];
  return (
    <p className="wrap-anywhere">
      <span className="font-semibold">{edition.label}</span>
      {isOwn ? <span className="text-muted"> (this book)</span> : null}
      <bdi className="block">{edition.title}</bdi>
      <span className="text-muted block text-sm">{facts.filter(Boolean).join(" · ")}</span>
    </p>
  );
}

function BookButton({
  id,
  intent,
  of,
  children,
}: {
  id: number;
  intent: "link-edition" | "unlink-edition";
  of: { title: string; isbn13: string | null };
  children: string;
}) {
  const { formData, state } = useNavigation();
  const isBusy =
    state === "submitting" && formData?.get("intent") === intent && formData.get("bookId") === String(id);
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="bookId" value={id} />
      <Button name="intent" value={intent} variant="quiet" size="sm" isBusy={isBusy}>
        {children}
        <span className="sr-only">
          {" "}
          {of.title} {of.isbn13}
        </span>
      </Button>
    </Form>
  );
}
