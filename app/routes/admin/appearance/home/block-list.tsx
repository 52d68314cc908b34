import { Form, Link, useSearchParams } from "react-router";
import type { BlockKind } from "~/domain/front/home/block-kinds";
import { listHref } from "~/domain/kit/listing/listing";
import { MoveButtons } from "~/ui/admin/forms/move-buttons";

interface ListedBlock {
  id: number;
  kind: BlockKind;
  hidden: boolean;
  label: string;
  /** Its label with its title. */
  name: string;
  title: string;
}

/** The blocks in the order of the page, with the buttons that move, hide and remove them. */
export function BlockList({ blocks }: { blocks: ListedBlock[] }) {
  return (
    <Form method="post" preventScrollReset>
      <ol aria-label="Blocks of the page" className="border-line border-t">
        {blocks.map((block, at) => (
          <Row key={block.id} block={block} isFirst={at === 0} isLast={at === blocks.length - 1} />
        ))}
      </ol>
      {blocks.length === 0 ? (
        <p className="text-muted mt-2">The page has no blocks. Add the first one below.</p>
      ) : null}
    </Form>
  );
}

function Row({ block, isFirst, isLast }: { block: ListedBlock; isFirst: boolean; isLast: boolean }) {
  const { id, kind, hidden, label, name, title } = block;
  const [params] = useSearchParams();
  return (
    <li className="border-line flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-2">
      <div className={`min-w-0 flex-1 basis-48 ${hidden ? "text-muted" : ""}`}>
        <p className="font-semibold">
          {label}
          {hidden ? <span className="bg-sunken ml-2 rounded-sm px-1.5 py-0.5 text-xs">Hidden</span> : null}
        </p>
        {title ? (
          <p className="text-muted line-clamp-2 text-sm wrap-anywhere" dir="auto">
            {title}
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        <Link to={listHref(params, { edit: `${kind}-${id}` })} preventScrollReset className="row-link">
          Edit<span className="sr-only"> {name}</span>
        </Link>
        <button type="submit" name="intent" value={`${hidden ? "show" : "hide"}-${id}`} className="row-link">
          {hidden ? "Show" : "Hide"}
          <span className="sr-only"> {name}</span>
        </button>
        <Link to={listHref(params, { confirm: `remove-${id}` })} preventScrollReset className="row-link">
          Remove<span className="sr-only"> {name}</span>
        </Link>
        <MoveButtons name={name} up={`up-${id}`} down={`down-${id}`} isFirst={isFirst} isLast={isLast} />
      </div>
    </li>
  );
}
