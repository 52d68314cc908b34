import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { shownHome } from "~/domain/front/home/shown-blocks.server";
import { withYourPrices } from "~/http/request/your-prices.server";
import type { RootData } from "~/page-data/root-data";
import { homeMeta } from "~/ui/frame/meta/home-meta";
import { HomeBlocks } from "~/ui/store/home-blocks/home-blocks";
import "~/styles/home.css";
import type { Route } from "./+types/home";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return homeMeta(matches);
}

export async function loader({ context }: Route.LoaderArgs) {
  const blocks = await shownHome(readDb);
  const priced = blocks.map(async (block) =>
    block.kind === "shelf" ? { ...block, books: await withYourPrices(context, block.books) } : block,
  );
  return { blocks: await Promise.all(priced) };
}

export default function Home({ loaderData: { blocks } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  return <HomeBlocks blocks={blocks} shopName={shop.name} />;
}
