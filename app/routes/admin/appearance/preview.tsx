import { requireStaff } from "~/http/request/guards.server";
import { Link, useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { indianDate } from "~/domain/kit/dates";
import { readDraft } from "~/domain/front/home/draft.server";
import { showBlocks } from "~/domain/front/home/shown-blocks.server";
import { readParam } from "~/domain/kit/search-params";
import { getRequestSession } from "~/http/request/request-session.server";
import type { RootData } from "~/page-data/root-data";
import { pageTitle } from "~/ui/frame/meta/page-title";
import { StoreFrame } from "~/ui/frame/store-frame";
import { HomeBlocks } from "~/ui/store/home-blocks/home-blocks";
import "~/styles/home.css";
import type { Route } from "./+types/preview";

/** The back office leaves out its own frame around this page. */
export const handle = { isBare: true };

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return [{ title: pageTitle(matches, "Preview of the home page") }, { name: "robots", content: "noindex" }];
}

export async function loader({ context, url }: Route.LoaderArgs) {
  requireStaff(context);
  const draft = await readDraft(readDb);
  const isInEditor = readParam(url.searchParams, "within") === "editor";
  // Its links lead on into the store.
  if (!isInEditor) await getRequestSession(context).setPreview(true);
  return {
    blocks: await showBlocks(readDb, draft.blocks, indianDate(new Date())),
    isDraft: draft.changes.length > 0,
    isInEditor,
  };
}

/** The draft in the store's frame. Beside the editor nothing in it can be pressed: its links would lead out of the frame. */
export default function Preview({ loaderData: { blocks, isDraft, isInEditor } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  return (
    <div inert={isInEditor}>
      <StoreFrame ribbon={isInEditor ? null : <DraftRibbon isDraft={isDraft} />}>
        <HomeBlocks blocks={blocks} shopName={shop.name} />
      </StoreFrame>
    </div>
  );
}

function DraftRibbon({ isDraft }: { isDraft: boolean }) {
  return (
    <aside
      aria-label="Draft"
      className="bg-ink text-paper flex flex-wrap items-center justify-center gap-x-4 gap-y-1 px-4 py-2 text-sm"
    >
      <span>{isDraft ? "This is the draft. Visitors do not see it yet." : "Visitors see this page."}</span>
      <Link to="/admin/appearance" className="min-h-6 font-semibold underline underline-offset-3">
        Back to editing
      </Link>
    </aside>
  );
}
