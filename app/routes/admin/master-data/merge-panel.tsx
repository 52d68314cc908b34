import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { listHref } from "~/domain/kit/listing/listing";
import { type MasterDataEntity, usedBy } from "~/domain/kit/master-data";
import { MANY_USES, type MergePreview, quoted, usesInWords } from "~/domain/front/merging/merging";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { FormButtons } from "~/ui/kit/form-buttons";
import type { MergeData } from "./name-data.server";

/** The side panel of ?merge=: first the choice of the name that stays, then what the merge would change. */
export function MergePanel({ entity, merge }: { entity: MasterDataEntity; merge: MergeData }) {
  const [params] = useSearchParams();
  const { preview } = merge;
  return (
    <SidePanel
      key={preview ? "preview" : "choice"}
      title={preview ? "What Changes" : `Merge ${entity.label}`}
      closeTo={listHref(params)}
    >
      {preview ? <Preview entity={entity} preview={preview} /> : <Choice entity={entity} merge={merge} />}
    </SidePanel>
  );
}

/** A GET form: the preview has an address of its own. */
function Choice({ entity, merge }: { entity: MasterDataEntity; merge: MergeData }) {
  const [params] = useSearchParams();
  const { row, typed, error, similar, names } = merge;
  const kept = [...new URLSearchParams(listHref(params, { merge: row.id }))];
  return (
    <>
      <Form preventScrollReset className="grid gap-5">
        {kept.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <p className="wrap-anywhere">
          Choose the {entity.noun} that stays instead of <strong dir="auto">{row.name}</strong>. What changes
          is shown before anything is saved.
        </p>
        <TextField
          // A text typed before is shown again.
          key={typed}
          id="with"
          label={`${capital(entity.noun)} that stays`}
          name="with"
          list="names"
          defaultValue={typed}
          maxLength={entity.max}
          errors={error === null ? undefined : [error]}
          autoComplete="off"
          dir="auto"
          autoFocus
        />
        <datalist id="names">
          {names.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </datalist>
        <FormButtons closeTo={listHref(params)}>
          <Button>Show What Changes</Button>
        </FormButtons>
      </Form>
      {similar.length > 0 ? (
        <section aria-labelledby="similar" className="mt-8">
          <div className="part-head">
            <h3 id="similar">{typed ? "Similar names" : "Probably the same"}</h3>
          </div>
          <ul className="grid gap-1">
            {similar.map(({ id, name, uses }) => (
              <li key={id} className="wrap-anywhere">
                <Link
                  to={listHref(params, { merge: row.id, into: id })}
                  preventScrollReset
                  className="row-link my-0!"
                >
                  <bdi>{name}</bdi>
                </Link>
                <span className="text-muted"> · {usesInWords(entity, uses)}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

/** E.g. "text, website and picture". */
const listed = (parts: string[]) =>
  [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);

function Preview({ entity, preview }: { entity: MasterDataEntity; preview: MergePreview }) {
  const [params] = useSearchParams();
  const isBusy = useNavigation().state === "submitting";
  const { gone, stays, uses, usesOfStays } = preview;
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="into" value={stays.id} />
      <p className="wrap-anywhere">
        <strong dir="auto">{gone.name}</strong> ({usesInWords(entity, uses)}) is merged into{" "}
        <strong dir="auto">{stays.name}</strong> ({usesInWords(entity, usesOfStays)}).{" "}
        <Link to={listHref(params, { merge: stays.id, into: gone.id })} preventScrollReset className="link">
          Keep {quoted(gone.name)} instead
        </Link>
      </p>
      <Changes entity={entity} preview={preview} />
      <p className="text-muted text-sm">This cannot be undone.</p>
      <FormButtons closeTo={listHref(params)}>
        <Button name="intent" value="merge" variant="danger" isBusy={isBusy}>
          Merge
        </Button>
      </FormButtons>
    </Form>
  );
}

function Changes({ entity, preview }: { entity: MasterDataEntity; preview: MergePreview }) {
  const { gone, stays, uses, both, firstBooks, blocks, earlier, page } = preview;
  const more = uses - firstBooks.length;
  return (
    <ul className="grid list-disc grid-cols-1 gap-2 pl-5 wrap-anywhere">
      <li>
        {uses === 0
          ? `No ${usedBy(entity)} change.`
          : `${usesInWords(entity, uses)} ${uses === 1 ? "names" : "name"} ${quoted(stays.name)} instead${firstBooks.length > 0 ? ":" : "."}`}
        {firstBooks.length > 0 ? (
          <ul className="text-muted mt-1 grid gap-0.5 text-sm">
            {firstBooks.map(({ id, title }) => (
              <li key={id} dir="auto">
                {title}
              </li>
            ))}
            {more > 0 ? <li>and {formatCount(more)} more</li> : null}
          </ul>
        ) : null}
      </li>
      {both > 0 ? (
        <li>
          {both === 1 ? "One of these books has" : `${formatCount(both)} of these books have`} both names, and{" "}
          {both === 1 ? "keeps" : "keep"} one.
        </li>
      ) : null}
      {blocks.length > 0 ? <li>The home page shows it in its place: {blocks.join(", ")}.</li> : null}
      {page.taken.length > 0 ? (
        <li>
          The page of {quoted(stays.name)} in the store takes over its {listed(page.taken)}.
        </li>
      ) : null}
      {page.lost.length > 0 ? (
        <li>
          The {listed(page.lost)} of its own page {page.lost.length === 1 ? "is" : "are"} deleted:{" "}
          {quoted(stays.name)} keeps {page.lost.length === 1 ? "the one" : "those"} it has.
        </li>
      ) : null}
      {earlier.length > 0 ? (
        <li>What was merged into it before follows: {earlier.map(quoted).join(", ")}.</li>
      ) : null}
      <li>
        {quoted(gone.name)} is deleted.
        {entity.key === "tag"
          ? ` Links to its list, in menus, in texts and on other sites, lead to ${quoted(stays.name)}.`
          : ""}
      </li>
      {uses > MANY_USES ? (
        <li>This takes some seconds, in which orders wait. A quiet hour is a good time for it.</li>
      ) : null}
    </ul>
  );
}
