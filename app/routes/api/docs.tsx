import { Link, useRouteLoaderData } from "react-router";
import { onlyPages } from "~/api/only-pages.server";
import { referenceOf } from "~/api/reference.server";
import type { RootData } from "~/page-data/root-data";
import {
  ReferenceChapter,
  ReferenceContents,
  ReferenceEvents,
  ReferenceStatuses,
} from "~/ui/admin/programs/api-reference";
import { PageHeading } from "~/ui/kit/page-heading";
import { pageTitle } from "~/ui/frame/meta/page-title";
import type { Route } from "./+types/docs";
import { apiDocument } from "~/api/document.server";
import { operations } from "~/api/operations.server";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "API reference") }];
}

export const middleware: Route.MiddlewareFunction[] = [onlyPages];

/** The reference, made from the OpenAPI document. */
export function loader() {
  const document = apiDocument(operations);
  return { introduction: document.info.description.split("\n\n"), ...referenceOf(document) };
}

export const shouldRevalidate = () => false;

export default function Docs({
  loaderData: { introduction, chapters, statuses, events },
}: Route.ComponentProps) {
  const root = useRouteLoaderData<RootData>("root")!;
  return (
    <>
      <header className="border-line bg-card border-b">
        <p className="mx-auto flex w-full max-w-6xl flex-wrap items-baseline gap-x-3 px-4 py-3 sm:px-6">
          <Link to="/" className="font-display text-xl font-semibold">
            {root.shop.name}
          </Link>
          <span className="text-muted">JSON API</span>
        </p>
      </header>
      <main id="main" className="page">
        <PageHeading
          aside={
            <a href="/api/v1/openapi.json" className="link">
              OpenAPI document
            </a>
          }
        >
          API reference
        </PageHeading>
        <div className="grid gap-8 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10">
          <div className="min-w-0">
            <ReferenceContents chapters={chapters} events={events} />
          </div>
          <div className="grid min-w-0 gap-14">
            <div className="grid max-w-prose gap-4 text-lg leading-relaxed">
              {introduction.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
            <ReferenceStatuses statuses={statuses} />
            {chapters.map((chapter) => (
              <ReferenceChapter key={chapter.id} chapter={chapter} />
            ))}
            <ReferenceEvents events={events} />
          </div>
        </div>
      </main>
    </>
  );
}
