import { data, Link } from "react-router";
import { config } from "~/process/config.server";
import { readDb, writeDb } from "~/db/shop-database.server";
import { IMPORT_MAX, TOO_LARGE } from "~/domain/book-files/import-limits";
import { listImports } from "~/domain/book-files/runs/import-runs.server";
import { createImport } from "~/domain/book-files/runs/create-import.server";
import { parseListSearch } from "~/domain/kit/listing/listing";
import { redirect } from "~/http/answers/redirect.server";
import { requireRight } from "~/http/request/guards.server";
import { readFileUpload } from "~/http/request/forms/read-file-upload.server";
import { isUpload } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { DataTable } from "~/ui/admin/lists/data-table";
import { ListFooter } from "~/ui/admin/lists/list-controls";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/imports";
import { HISTORY_COLUMNS } from "./history-columns";
import { actorOf, importPath } from "./import-actions.server";
import { UploadForm } from "./upload-form";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Imports") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireRight(context, "catalogue");
  return { list: await listImports(readDb, parseListSearch(url.searchParams)) };
}

/** POST: a multipart form with `file`. A file that cannot be read is not kept. */
export async function action({ request, context }: Route.ActionArgs) {
  const staff = requireRight(context, "catalogue");
  if (!isUpload(request)) throw data("The form could not be read.", { status: 400 });
  const { file, isTooLarge } = await readFileUpload(request, {
    folder: config.importsDir,
    most: IMPORT_MAX.bytes,
  });
  const refuse = (message: string) => data({ errors: [message] }, { status: 400 });
  if (isTooLarge) return refuse(TOO_LARGE);
  if (!file) return refuse("Choose a file");
  const created = await createImport(writeDb, {
    path: file.path,
    fileName: file.name,
    staff: actorOf(staff),
  });
  return created.ok ? redirect(importPath(created.id), 303) : refuse(created.message);
}

export default function Imports({ loaderData: { list }, actionData }: Route.ComponentProps) {
  return (
    <div className="admin-page">
      <AdminHeading>Imports</AdminHeading>
      <div className="mb-8 grid max-w-3xl grid-cols-1 gap-4">
        <p className="max-w-prose">
          An import adds the books of a file to the catalogue, and changes those that are there already. The
          file is checked first: you see row by row what would change, and nothing is written before you say
          so.
        </p>
        <UploadForm errors={actionData?.errors} />
        <p className="max-w-prose">
          Starting from nothing? Fill in Kitab's template, one row for each book:{" "}
          <Link to="/admin/imports/template?format=xlsx" reloadDocument className="link">
            template for Excel
          </Link>
          ,{" "}
          <Link to="/admin/imports/template" reloadDocument className="link">
            template as CSV
          </Link>
          .
        </p>
      </div>
      <section aria-labelledby="history">
        <div className="part-head">
          <h2 id="history">Imports so far</h2>
        </div>
        <DataTable
          label="Imports"
          columns={HISTORY_COLUMNS}
          rows={list.rows}
          rowKey={({ id }) => id}
          empty="No imports yet"
          stacks
        />
        <ListFooter list={list} />
      </section>
    </div>
  );
}
