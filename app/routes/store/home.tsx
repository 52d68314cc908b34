import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { shownHome } from "~/domain/front/home/shown-blocks.server";
import type { RootData } from "~/page-data/root-data";
import { homeMeta } from "~/ui/frame/meta/home-meta";
import { HomeBlocks } from "~/ui/store/home-blocks/home-blocks";
import "~/styles/home.css";
import type { Route } from "./+types/home";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return homeMeta(matches);
}

export async function loader() {
  return { blocks: await shownHome(readDb) };
}

export default function Home({ loaderData: { blocks } }: Route.ComponentProps) {
  const { shop } = useRouteLoaderData<RootData>("root")!;
  return <HomeBlocks blocks={blocks} shopName={shop.name} />;
}
