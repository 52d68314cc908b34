import { useRouteLoaderData } from "react-router";
import { readDb } from "~/db/shop-database.server";
import { shownHome } from "~/domain/home/shown-blocks.server";
import type { RootData } from "~/page-data/root-data";
import { homeMeta } from "~/ui/frame/page-meta";
import { HomeBlocks } from "~/ui/store/home-blocks/home-blocks";
import styles from "~/styles/home.css?url";
import type { Route } from "./+types/home";

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: styles }];

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
