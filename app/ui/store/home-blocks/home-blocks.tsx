import type { ComponentType } from "react";
import type { BlockKind } from "~/domain/front/home/block-kinds";
import type { ShownBlock, ShownBlockOf } from "~/domain/front/home/shown-blocks";
import { Blurbs } from "./blurbs";
import { Categories } from "./categories";
import { Hero } from "./hero";
import { MadeBlock } from "./made-block";
import { Newsletter } from "./newsletter";
import { Shelf } from "./shelf";

/** The view of each kind of block. `id`: for a heading that names its section. */
const VIEWS: { [Kind in BlockKind]: ComponentType<ShownBlockOf<Kind> & { id: string }> } = {
  hero: Hero,
  blurbs: Blurbs,
  shelf: Shelf,
  categories: Categories,
  textWithPicture: MadeBlock,
  quotation: MadeBlock,
  newsletter: Newsletter,
};

/** The home page: its blocks in their order. @param shopName the heading of a page without a hero */
export function HomeBlocks({ blocks, shopName }: { blocks: ShownBlock[]; shopName: string }) {
  return (
    <>
      {blocks.some(({ kind }) => kind === "hero") ? null : <h1 className="sr-only">{shopName}</h1>}
      {blocks.map((block, at) => {
        const View = VIEWS[block.kind] as ComponentType<ShownBlock & { id: string }>;
        return <View key={at} id={`b${at}`} {...block} />;
      })}
    </>
  );
}
