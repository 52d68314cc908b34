import type { PickedBook } from "~/domain/front/home/block-form";
import { type BlockKind, declarationOf } from "~/domain/front/home/block-kinds";
import type { PageGroup } from "~/ui/admin/forms/target-field";
import { SidePanel } from "~/ui/kit/dialog";
import { Notice } from "~/ui/kit/notice";
import type { BlockAnswer } from "./block-answer";
import { BlockForm } from "./block-form";

interface Named {
  id: number;
  name: string;
}

/** What the fields of a block choose from. */
export interface BlockChoices {
  tags: Named[];
  authors: Named[];
  pictures: { id: number; alt: string; src: string }[];
}

export interface BlockPanelProps {
  kind: BlockKind;
  /** null: a new block. */
  id: number | null;
  /** Somebody removed it. */
  isGone: boolean;
  revision: number;
  values: Record<string, string>;
  picked: PickedBook[];
  choices: BlockChoices;
  pages: PageGroup[];
  answer: BlockAnswer | undefined;
  closeTo: string;
}

/** The panel with the form of one block. */
export function BlockPanel(props: BlockPanelProps) {
  const { kind, id, isGone, answer, closeTo } = props;
  const { label } = declarationOf(kind);
  return (
    <SidePanel title={id === null ? `Add: ${label}` : label} closeTo={closeTo}>
      {isGone && !answer ? (
        <Notice>This block is not in the draft any more: somebody has removed it.</Notice>
      ) : (
        <BlockForm {...props} />
      )}
    </SidePanel>
  );
}
