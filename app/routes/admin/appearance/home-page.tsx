import { data, useSearchParams } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { requireStaff } from "~/http/request/guards.server";
import { isUpload, readForm, readUpload } from "~/http/request/forms/read-form.server";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { AppearanceTabs } from "~/ui/admin/frame/appearance-tabs";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/home-page";
import { AddBlock } from "./home/add-block";
import { answerBlock } from "./home/block-action.server";
import { BlockList } from "./home/block-list";
import { BlockPanel } from "./home/block-panel";
import { DraftState } from "./home/draft-state";
import { answerHome } from "./home/home-action.server";
import { homeData, namedBlock } from "./home/home-data.server";
import { HomeQuestion } from "./home/home-question";
import { PreviewPane } from "./home/preview-pane";
import { Versions } from "./home/versions";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Home page") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  return homeData(url.searchParams);
}

/** POST: the form of a block when the address names one (?add=, ?edit=), else those of the list and the versions. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const staffId = requireStaff(context).id;
  const named = namedBlock(url.searchParams);
  const closeTo = url.pathname + listHref(url.searchParams);
  if (!isUpload(request)) {
    const form = await readForm(request);
    return named
      ? answerBlock({ context, form, staffId, ...named, closeTo })
      : answerHome({ context, form, staffId });
  }
  if (!named) throw data("Unknown intent", { status: 400 });
  const upload = await readUpload(request);
  const post = { context, staffId, ...named, closeTo };
  if (upload.isTooLarge) return answerBlock({ ...post, form: new FormData(), isTooLarge: true });
  return answerBlock({ ...post, form: upload.fields, file: upload.files.get("file1") });
}

export default function HomePage({ loaderData, actionData }: Route.ComponentProps) {
  const { blocks, kinds, versions, panel, asked, ...draft } = loaderData;
  const [params] = useSearchParams();
  return (
    <div className="admin-page">
      <AdminHeading>Home page</AdminHeading>
      <AppearanceTabs />
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <div className="grid max-w-3xl content-start gap-8">
          <DraftState {...draft} />
          <BlockList blocks={blocks} />
          <AddBlock kinds={kinds} />
          <Versions versions={versions} />
        </div>
        <PreviewPane version={draft.version} />
      </div>
      {panel ? (
        <BlockPanel
          key={`${panel.kind}-${panel.id}`}
          {...panel}
          answer={actionData}
          closeTo={listHref(params)}
        />
      ) : null}
      {asked ? <HomeQuestion asked={asked} {...draft} closeTo={listHref(params)} /> : null}
    </div>
  );
}
