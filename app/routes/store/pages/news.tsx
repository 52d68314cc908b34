import { Link } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import type { NewsItem } from "~/domain/front/pages/pages";
import { listNews } from "~/domain/front/pages/pages.server";
import { readNumber } from "~/domain/kit/search-params";
import "~/styles/rich-text.css";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Picture } from "~/ui/kit/picture";
import { NEWS_FEED } from "~/ui/pages/page-head";
import type { Route } from "./+types/news";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const { page = 1, items = [] } = loaderData ?? {};
  const number = page > 1 ? `, page ${page}` : "";
  return [
    ...pageMeta(matches, {
      title: `News${number}`,
      description: `What is new in the shop${number}.`,
      path: items.length === 0 ? null : page > 1 ? `/news?page=${page}` : "/news",
    }),
    NEWS_FEED,
  ];
}

export async function loader({ url }: Route.LoaderArgs) {
  return listNews(readDb, readNumber(url.searchParams, "page") || 1);
}

export default function News({ loaderData }: Route.ComponentProps) {
  const { items, page, pageCount } = loaderData;
  return (
    <div className="page">
      <Breadcrumbs items={[{ label: "Home", to: "/" }, { label: "News" }]} />
      <h1 className="mb-6 text-3xl">News</h1>
      <div className="max-w-3xl">
        {items.length === 0 ? <p className="text-muted">There is no news yet.</p> : null}
        {items.map((item) => (
          <Item key={item.id} {...item} />
        ))}
        {pageCount > 1 ? <Pages page={page} pageCount={pageCount} /> : null}
      </div>
    </div>
  );
}

function Item({ title, path, postedOn, picture, summary }: NewsItem) {
  return (
    <article className="news-item">
      {picture ? (
        <Link to={path} tabIndex={-1} aria-hidden="true">
          <Picture file={picture.file} alt="" sizes="(min-width: 40rem) 11rem, 92vw" />
        </Link>
      ) : null}
      <div className="grid content-start gap-2">
        <time dateTime={postedOn} className="text-muted text-sm">
          {formatDate(postedOn)}
        </time>
        <h2 dir="auto">
          <Link to={path}>{title}</Link>
        </h2>
        <p className="wrap-anywhere" dir="auto">
          {summary}
        </p>
      </div>
    </article>
  );
}

function Pages({ page, pageCount }: { page: number; pageCount: number }) {
  const to = (number: number) => (number === 1 ? "/news" : `/news?page=${number}`);
  return (
    <nav aria-label="Pages" className="border-line flex items-center justify-between gap-4 border-t pt-6">
      {page > 1 ? (
        <Link to={to(page - 1)} rel="prev" className="btn btn-quiet">
          Newer
        </Link>
      ) : (
        <span />
      )}
      <p className="text-muted text-sm">
        Page {page} of {pageCount}
      </p>
      {page < pageCount ? (
        <Link to={to(page + 1)} rel="next" className="btn btn-quiet">
          Older
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
