import { Form, Link, useNavigation } from "react-router";
import { SORT_LABELS } from "~/domain/catalogue/books/lists/catalogue";
import { roleLabel } from "~/domain/catalogue/books/record/contributor-roles";
import { NAME_LABELS, type NameFolder, namePath } from "~/domain/catalogue/names/name-address";
import type { NamedRow } from "~/domain/kit/master-data";
import {
  booksInWords,
  headingOf,
  nameListPath,
  type NameBooks,
  type NameFilters,
  type NamePage,
  sortsOf,
} from "~/domain/catalogue/names/name-pages";
import { formatCount } from "~/domain/kit/counts";
import { useFailedVisit } from "~/ui/frame/navigation/connection";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Picture } from "~/ui/kit/picture";
import { BookList, LoadFailure } from "./book-list";
import { SortSelect } from "./list-controls";
import { titleFit } from "./title-fit";

export interface NamePageProps {
  folder: NameFolder;
  name: NamedRow;
  about: NamePage;
  /** What an author did, each with the number of books. */
  roles: { role: string; count: number }[];
  filters: NameFilters;
  list: NameBooks & { failed: boolean };
}

/** The page of an author, a publisher, a series or a language, with its books. */
export function NamePageView({ folder, name, about, roles, filters, list }: NamePageProps) {
  const { nativeName, text, website, picture } = about;
  const heading = headingOf(folder, name);
  const failedVisit = useFailedVisit();
  const { state, location } = useNavigation();
  const here = nameListPath(folder, name, filters);
  const isPending = state === "loading" && location.pathname === here.split("?", 1)[0];
  return (
    <div className="page">
      <Breadcrumbs
        items={[{ label: "Home", to: "/" }, { label: "Books", to: "/books" }, { label: name.name }]}
      />
      <header className={picture ? "name-head has-picture" : "name-head"}>
        {picture ? (
          <Picture
            file={picture.file}
            alt={picture.alt}
            sizes="(min-width: 48rem) 15rem, 60vw"
            className="portrait"
            priority
          />
        ) : null}
        <div>
          <p className="eyebrow">{NAME_LABELS[folder]}</p>
          <h1 dir="auto" className={titleFit(heading)}>
            {heading}
          </h1>
          {nativeName ? (
            <p className="native-name" dir="auto">
              {nativeName}
            </p>
          ) : null}
          {text ? (
            <p className="about-name" dir="auto">
              {text}
            </p>
          ) : null}
          {website ? (
            <p className="website">
              <a href={website} rel="noopener" className="link">
                {new URL(website).hostname.replace(/^www\./, "")}
              </a>
            </p>
          ) : null}
        </div>
      </header>
      <div className="name-list">
        <p role="status">{booksInWords(list.count)}</p>
        <Roles folder={folder} name={name} roles={roles} filters={filters} />
        <Sorts folder={folder} name={name} filters={filters} count={list.count} />
      </div>
      <div aria-busy={isPending} className="list-body">
        {failedVisit?.startsWith(`/${folder}/`) ? <LoadFailure isTold retryTo={failedVisit} /> : null}
        {list.count === 0 ? (
          <p className="text-muted">No books with this part in them.</p>
        ) : (
          <BookList
            first={list}
            pagePath={(number) => nameListPath(folder, name, filters, number)}
            count={list.count}
          />
        )}
      </div>
    </div>
  );
}

type ListProps = Pick<NamePageProps, "folder" | "name" | "filters">;

/** Shown when the author had more than one part: all books, or those of one of them. */
function Roles({ folder, name, roles, filters }: ListProps & Pick<NamePageProps, "roles">) {
  if (roles.length < 2) return null;
  const choices = [
    { role: null, text: "All" },
    ...roles.map(({ role, count }) => ({ role, text: `${roleLabel(role)} (${formatCount(count)})` })),
  ];
  return (
    <Choices
      label="As"
      choices={choices.map(({ role, text }) => ({
        to: nameListPath(folder, name, { ...filters, role }),
        text,
        isChosen: role === filters.role,
      }))}
    />
  );
}

/** As above the list of all books. The number in the series is an order only here. */
function Sorts({ folder, name, filters, count }: ListProps & { count: number }) {
  if (count < 2) return null;
  const { role, sort } = filters;
  return (
    <Form id={SORTING} action={namePath(folder, name)} preventScrollReset>
      {role === null ? null : <input type="hidden" name="role" value={role} />}
      <SortSelect key={sort} form={SORTING} sorts={sortsOf(folder)} chosen={sort} labels={LABELS} />
    </Form>
  );
}

const SORTING = "sorting";
const LABELS = { ...SORT_LABELS, number: "Number in the series" };

/** Links, one of which is chosen. */
function Choices({
  label,
  choices,
}: {
  label: string;
  choices: { to: string; text: string; isChosen: boolean }[];
}) {
  return (
    <nav aria-label={label} className="choices">
      <span aria-hidden="true">{label}</span>
      <ul>
        {choices.map(({ to, text, isChosen }) => (
          <li key={to}>
            <Link to={to} preventScrollReset rel="nofollow" aria-current={isChosen ? "true" : undefined}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
