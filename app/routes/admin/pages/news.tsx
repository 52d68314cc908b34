import { requireStaff } from "~/http/request/guards.server";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/news";
import { NEWS_COLUMNS } from "./page-columns";
import { PageList } from "./page-list";
import { readPageList } from "./page-list.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "News") }];
}

export async function loader({ url, context }: Route.LoaderArgs) {
  requireStaff(context);
  return readPageList("news", url);
}

export default function News({ loaderData }: Route.ComponentProps) {
  return (
    <PageList
      title="News"
      add={{ label: "Add News", to: "/admin/pages/new?kind=news" }}
      columns={NEWS_COLUMNS}
      empty="No news yet. Visitors find them at /news."
      loaderData={loaderData}
    />
  );
}
