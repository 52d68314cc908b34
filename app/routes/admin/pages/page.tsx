import { data, Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { parseId } from "~/domain/kit/ids";
import { isLegal, PAGE_KINDS, type PageKind } from "~/domain/front/pages/pages";
import { menusWithLinkTo } from "~/domain/front/pages/menu-targets.server";
import { pageFormValues } from "~/domain/front/pages/pages.schema";
import { PAGE_NOT_FOUND } from "~/domain/front/pages/staff-pages";
import { findStaffPage, legalPages } from "~/domain/front/pages/staff-pages.server";
import { TEMPLATE_NAMES, templateFields } from "~/domain/front/pages/templates";
import { listPictures } from "~/domain/shop/pictures/pictures.server";
import { readParam } from "~/domain/kit/search-params";
import { legalFacts } from "~/domain/shop/settings/legal-facts";
import { cachedPlan } from "~/domain/sales/delivery/cached-plan.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { readForm } from "~/http/request/forms/read-form.server";
import "~/styles/rich-text.css";
import { requireStaff } from "~/http/request/guards.server";
import { useListLeft } from "~/ui/admin/frame/lists-left";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AuditTrail } from "~/ui/admin/forms/audit-trail";
import { FormGroup } from "~/ui/admin/forms/form-group";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { ButtonLink } from "~/ui/kit/button";
import type { Route } from "./+types/page";
import { DeleteDialog } from "./delete-dialog";
import { answerDelete, answerPreview, answerSave } from "./page-action.server";
import { PageForm } from "./page-form";
import { PageNotes } from "./page-notes";
import { PicturePanel } from "./picture-panel";
import { TemplateChoice } from "./template-choice";

const NAMES: Record<PageKind, string> = {
  page: "Page",
  news: "News",
  terms: "Your Own Terms",
  privacy: "Your Own Privacy Notice",
};

const headingOf = ({ page, kind }: { page: object | null; kind: PageKind }) =>
  isLegal(kind) ? NAMES[kind] : `${page ? "Edit" : "Add"} ${NAMES[kind]}`;

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, loaderData && headingOf(loaderData)) }];
}

const kindIn = (url: URL): PageKind =>
  PAGE_KINDS.find((kind) => kind === readParam(url.searchParams, "kind")) ?? "page";

/**
 * The page that the address names; null for a new one. There is only one text of terms and one privacy notice.
 * @throws 404 when there is none
 */
async function pageOf(text: string, url: URL) {
  const kind = kindIn(url);
  const known = text === "new" && isLegal(kind) ? (await legalPages(readDb))[kind]?.id : undefined;
  if (text === "new" && known === undefined) return null;
  const id = known ?? parseId(text);
  const page = id === null ? null : await findStaffPage(readDb, id);
  if (!page) throw data(PAGE_NOT_FOUND, { status: 404 });
  return page;
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireStaff(context);
  const page = await pageOf(params.pageId, url);
  const kind = page?.kind ?? kindIn(url);
  return {
    kind,
    page,
    values: page ? pageFormValues(page) : await newValues(kind, url),
    menus: page && !isLegal(kind) ? await menusWithLinkTo(readDb, [page.path, ...page.oldPaths]) : [],
    template: readParam(url.searchParams, "template"),
    saved: readParam(url.searchParams, "saved"),
    pictures: await listPictures(readDb),
    isDeleting: page !== null && !isLegal(kind) && readParam(url.searchParams, "confirm") === "delete",
    history: page ? await readAudit(readDb, "page", page.id) : [],
  };
}

/** What the form of a new page begins with. */
async function newValues(kind: PageKind, url: URL): Promise<Partial<ReturnType<typeof pageFormValues>>> {
  if (kind === "terms") return { title: "Terms" };
  if (kind === "privacy") return { title: "Privacy" };
  if (kind === "news") return { postedOn: indianDate(new Date()) };
  const template = TEMPLATE_NAMES.find((name) => name === readParam(url.searchParams, "template"));
  if (!template) return {};
  const facts = legalFacts(await readSettings(readDb), (await cachedPlan(readDb)).isOn);
  const fields = templateFields(template, { ...facts, paymentProvider: shopProvider().offer.name });
  const { title, address, body, hasContactForm } = fields;
  return { title, address, body, hasContactForm: hasContactForm ? "on" : undefined };
}

/** POST: the form (save-page, preview-page) and the dialog of ?confirm=delete (delete-page). */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const page = await pageOf(params.pageId, url);
  const form = await readForm(request);
  const post = { context, form, kind: page?.kind ?? kindIn(url) };
  switch (form.get("intent")) {
    case "save-page":
      return answerSave(post, page?.id ?? null);
    case "preview-page":
      return answerPreview(post);
    case "delete-page":
      if (page) return answerDelete(post, page.id);
  }
  throw data("Unknown intent", { status: 400 });
}

export default function EditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, page, values, template, saved, pictures, isDeleting, history } = loaderData;
  const list = kind === "news" ? "/admin/pages/news" : "/admin/pages";
  const listLeft = useListLeft();
  const heading = headingOf(loaderData);
  const here = `?saved=${saved ?? ""}`;
  return (
    <div className="admin-page">
      <Breadcrumbs
        items={[{ label: kind === "news" ? "News" : "Pages", to: listLeft(list) }, { label: heading }]}
      />
      <AdminHeading
        aside={
          page ? (
            <ButtonLink to={`${page.path}?preview=on`} size="sm" variant="quiet">
              {page.published ? "View in Store" : "Preview in Store"}
            </ButtonLink>
          ) : null
        }
      >
        {heading}
      </AdminHeading>
      <div className="grid max-w-5xl grid-cols-1 gap-8">
        {page || kind !== "page" ? null : <TemplateChoice chosen={template} />}
        <PageNotes kind={kind} page={page} menus={loaderData.menus} />
        {/* Begins anew after it was saved, and with another template; not when others save, which would lose what is typed. */}
        <PageForm
          key={`${page?.id} ${saved} ${template}`}
          kind={kind}
          version={page?.version ?? 0}
          values={values}
          pictures={pictures}
          answer={actionData}
          closeTo={list}
        />
        <PicturePanel pictures={pictures} />
        {page ? (
          <FormGroup title="History">
            <AuditTrail entries={history} />
          </FormGroup>
        ) : null}
        {page && !isLegal(kind) ? (
          <p>
            <Link to={`${here}&confirm=delete`} preventScrollReset className="btn btn-danger btn-sm">
              Delete {NAMES[kind]}
            </Link>
          </p>
        ) : null}
      </div>
      {page && isDeleting ? <DeleteDialog page={page} closeTo={here} /> : null}
    </div>
  );
}
