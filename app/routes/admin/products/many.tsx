import { parseWithZod } from "@conform-to/zod/v4";
import { data, Link, useNavigation } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { listChoices } from "~/domain/catalogue/books/lists/choices.server";
import { formatCount } from "~/domain/kit/counts";
import { bookEditSchema } from "~/domain/book-files/edits/book-edit.schema";
import { countSelected, createEdit, titlesSelected } from "~/domain/book-files/edits/book-edits.server";
import { listOf, selectionOf } from "~/domain/book-files/edits/selection";
import { redirect } from "~/http/answers/redirect.server";
import { requireStaff } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Button, ButtonLink } from "~/ui/kit/button";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { Notice } from "~/ui/kit/notice";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";
import type { Route } from "./+types/many";
import { actorOf, importPath } from "../imports/import-actions.server";
import { EditFields, fieldsInOrder } from "./many-fields";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Change many books") }];
}

/** GET: with `book` for each ticked book, or `all` and the list's own parameters for all that it finds. */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const selection = selectionOf(url.searchParams);
  return {
    count: await countSelected(readDb, selection),
    titles: await titlesSelected(readDb, selection),
    closeTo: `/admin/products${listOf(url.searchParams)}`,
    publishers: await listChoices(readDb, "publishers"),
    languages: await listChoices(readDb, "languages"),
  };
}

/** POST: keeps the change; what it would do is shown with the imports. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const staff = actorOf(requireStaff(context));
  const submission = parseWithZod(form, { schema: bookEditSchema, disableAutoCoercion: true });
  if (submission.status !== "success") return data({ result: submission.reply() }, { status: 400 });
  const typed = Object.fromEntries(
    [...form].flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])),
  );
  const selection = selectionOf(url.searchParams);
  if ((await countSelected(readDb, selection)) === 0)
    return data({ result: submission.reply({ formErrors: ["No book was chosen"] }) }, { status: 400 });
  const change = { typed, edit: submission.value, selection };
  return redirect(importPath(await createEdit(writeDb, { ...change, staff })));
}

export default function ManyBooks({ loaderData, actionData }: Route.ComponentProps) {
  const { count, titles, closeTo, publishers, languages } = loaderData;
  const isSending = useNavigation().state !== "idle";
  const [form, fields] = useZodForm({
    id: "many-form",
    schema: bookEditSchema,
    lastResult: actionData?.result,
    defaultValue: {},
  });
  if (count === 0)
    return (
      <div className="admin-page">
        <AdminHeading>Change many books</AdminHeading>
        <Notice>
          No book was chosen. Tick some in the <Link to={closeTo}>list of books</Link>, or choose all that it
          finds.
        </Notice>
      </div>
    );
  const inOrder = fieldsInOrder(fields);
  return (
    <div className="admin-page">
      <AdminHeading>{count === 1 ? "Change 1 book" : `Change ${formatCount(count)} books`}</AdminHeading>
      <div className="grid max-w-3xl gap-6">
        <p className="text-muted wrap-anywhere">
          <span dir="auto">{titles.join(", ")}</span>
          {count > titles.length ? ` and ${formatCount(count - titles.length)} more` : null}
        </p>
        <ZodForm form={form} fields={inOrder} preventScrollReset className="grid gap-6">
          <EditFields
            fields={fields}
            focus={firstInvalid(inOrder)}
            publishers={publishers}
            languages={languages}
          />
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" isBusy={isSending}>
              See what would change
            </Button>
            <ButtonLink to={closeTo} variant="quiet">
              Cancel
            </ButtonLink>
          </div>
          <p className="text-muted text-sm">
            Nothing is written yet. The next page shows what becomes of each book, with a button to change
            them. Afterwards all of it can be undone.
          </p>
        </ZodForm>
      </div>
    </div>
  );
}
