import { Link, useSearchParams } from "react-router";
import type { BlockKind } from "~/domain/front/home/block-kinds";
import { listHref } from "~/domain/kit/listing/listing";
import { FormGroup } from "~/ui/admin/forms/form-group";

/** The kinds of block that the page has room for; each opens the form of a new one. */
export function AddBlock({ kinds }: { kinds: { kind: BlockKind; label: string; about: string }[] }) {
  const [params] = useSearchParams();
  return (
    <FormGroup title="Add a block" isWide={false}>
      <ul className="grid gap-3 sm:grid-cols-2">
        {kinds.map(({ kind, label, about }) => (
          <li key={kind}>
            <Link
              to={listHref(params, { add: kind })}
              preventScrollReset
              className="border-line hover:bg-sunken block h-full rounded-md border px-4 py-3"
            >
              <span className="font-semibold">{label}</span>
              <span className="text-muted block text-sm">{about}</span>
            </Link>
          </li>
        ))}
      </ul>
    </FormGroup>
  );
}
