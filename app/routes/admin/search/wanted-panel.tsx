import { Form, useNavigation, useSearchParams } from "react-router";
import type { SuccessorChoice } from "~/domain/catalogue/successors";
import { listHref } from "~/domain/listing/listing";
import { countOfPeople } from "~/domain/wanted-titles/wanted-titles";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { EmailText } from "~/ui/kit/email-text";
import { TextField } from "~/ui/kit/field";
import { Notice } from "~/ui/kit/notice";

export interface WantedPanelData {
  id: number;
  title: string;
  author: string;
  people: number;
  /** Who asked; null for staff who may not see customers. */
  emails: string[] | null;
  /** What is looked for: the title, until staff type something else. */
  typed: string;
  found: SuccessorChoice[];
}

/** The side panel of ?answer=12: which book of the shop the title is. */
export function WantedPanel({ panel, error }: { panel: WantedPanelData; error?: string }) {
  const [params] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const { id, title, author, people, emails, typed, found } = panel;
  const kept = [...new URLSearchParams(listHref(params, { answer: id }))];
  return (
    <SidePanel title="We Have It" closeTo={listHref(params)}>
      <div className="grid gap-6">
        {error ? <Notice kind="error">{error}</Notice> : null}
        <p className="wrap-anywhere">
          {countOfPeople(people)} asked for <strong dir="auto">{title}</strong>
          {author ? (
            <>
              {" "}
              by <bdi>{author}</bdi>
            </>
          ) : null}
          . Choose the book: {people === 1 ? "this person is" : "they are"} emailed once, with a link to it.
        </p>
        {emails ? (
          <ul className="text-muted text-sm" aria-label="Who asked">
            {emails.map((email) => (
              <li key={email}>
                <EmailText email={email} />
              </li>
            ))}
          </ul>
        ) : null}
        <Form preventScrollReset className="grid gap-3" role="search">
          {kept.map(([name, value]) => (
            <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
          ))}
          <TextField
            key={typed}
            label="Title, author or ISBN"
            name="find"
            defaultValue={typed}
            autoComplete="off"
            maxLength={100}
            dir="auto"
          />
          <div>
            <Button variant="quiet">Find Books</Button>
          </div>
        </Form>
        <Found found={found} isBusy={isBusy} />
      </div>
    </SidePanel>
  );
}

/** The books found; the button of one answers. */
function Found({ found, isBusy }: { found: SuccessorChoice[]; isBusy: boolean }) {
  if (found.length === 0) return <p role="status">No book in the store matches.</p>;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="answer" />
      <ul className="divide-line grid divide-y">
        {found.map((book) => (
          <li key={book.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <span className="block font-semibold" dir="auto">
                {book.title}
              </span>
              <span className="text-muted block text-sm" dir="auto">
                {[book.authors.join(", "), book.isbn13].filter(Boolean).join(" · ")}
              </span>
            </span>
            <Button
              name="bookId"
              value={book.id}
              size="sm"
              variant="quiet"
              isBusy={isBusy}
              aria-label={`This one: ${book.title}`}
            >
              This one
            </Button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
