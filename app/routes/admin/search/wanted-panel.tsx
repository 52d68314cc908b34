import { useSearchParams } from "react-router";
import type { SuccessorChoice } from "~/domain/catalogue/books/successors";
import { listHref } from "~/domain/kit/listing/listing";
import { countOfPeople } from "~/domain/readers/waiting/wanted-titles";
import { FindBooks, FoundBooks } from "~/ui/admin/forms/find-book";
import { SidePanel } from "~/ui/kit/dialog";
import { EmailText } from "~/ui/kit/email-text";
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
        <FindBooks typed={typed} kept={kept} />
        <FoundBooks
          found={found}
          send={{ intent: "answer", field: "bookId" }}
          button="This one"
          nameOf={(title) => `This one: ${title}`}
        />
      </div>
    </SidePanel>
  );
}
