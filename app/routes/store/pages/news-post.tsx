import { redirect } from "~/http/answers/redirect.server";
import { redirectIfMoved } from "~/http/answers/moved.server";
import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { formatDate } from "~/domain/kit/dates";
import { ADDRESS } from "~/domain/front/pages/addresses";
import { findPage, movedTo, pageDescription } from "~/domain/front/pages/pages.server";
import { showsDrafts } from "~/http/request/forms/drafts.server";
import { renderMarkdown } from "~/platform/markdown.server";
import "~/styles/rich-text.css";
import { Breadcrumbs } from "~/ui/kit/breadcrumbs";
import { Picture } from "~/ui/kit/picture";
import { DraftNote } from "~/ui/pages/draft-note";
import { ownPageMeta } from "~/ui/pages/page-head";
import { RichText } from "~/ui/pages/rich-text";
import type { Route } from "./+types/news-post";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  return loaderData ? ownPageMeta(matches, loaderData.post) : [];
}

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const isAddress = ADDRESS.test(params.post);
  const found =
    isAddress && (await findPage(readDb, "news", params.post, { withDrafts: showsDrafts(context) }));
  if (!found) {
    const moved = isAddress ? await movedTo(readDb, "news", params.post) : null;
    if (moved !== null) throw redirect(moved, 301);
    await redirectIfMoved(url);
    throw data(null, { status: 404 });
  }
  const { body, ...post } = found;
  return { post: { ...post, description: pageDescription(found) }, html: renderMarkdown(body) };
}

export default function NewsPost({ loaderData }: Route.ComponentProps) {
  const { post, html } = loaderData;
  return (
    <article className="page">
      <Breadcrumbs
        items={[{ label: "Home", to: "/" }, { label: "News", to: "/news" }, { label: post.title }]}
      />
      {post.isPublished ? null : <DraftNote pageId={post.id} />}
      <header className="mb-6 grid gap-2">
        <h1 className="text-3xl wrap-anywhere" dir="auto">
          {post.title}
        </h1>
        {post.postedOn ? (
          <time dateTime={post.postedOn} className="text-muted">
            {formatDate(post.postedOn)}
          </time>
        ) : null}
      </header>
      {post.picture ? (
        <Picture
          file={post.picture.file}
          alt={post.picture.alt}
          sizes="(min-width: 48rem) 42rem, 92vw"
          priority
          className="mb-8 h-auto w-full max-w-2xl rounded-sm"
        />
      ) : null}
      <RichText html={html} />
    </article>
  );
}
