import { readDb } from "~/db/shop-database.server";
import { bookCards } from "~/domain/catalogue/books/books.server";
import { listChoices } from "~/domain/catalogue/books/lists/choices.server";
import { formValues } from "~/domain/front/home/block-form";
import { type BlockKind, BLOCK_KINDS, declarationOf, isBlockKind } from "~/domain/front/home/block-kinds";
import { type Block, blockName, freshOf } from "~/domain/front/home/blocks";
import { type Draft, readDraft } from "~/domain/front/home/draft.server";
import { fullKinds } from "~/domain/front/home/edit-blocks.server";
import { findVersion, listVersions } from "~/domain/front/home/publishing.server";
import { parseId } from "~/domain/kit/ids";
import { parseConfirm } from "~/domain/kit/listing/listing";
import { pictureSource } from "~/domain/shop/pictures/pictures";
import { listPictures } from "~/domain/shop/pictures/pictures.server";
import { readParam } from "~/domain/kit/search-params";
import { ownPages } from "../own-pages.server";

/** The data of the page of blocks: the draft, what can be added, the versions, and the panel or question of the URL. */
export async function homeData(params: URLSearchParams) {
  const draft = await readDraft(readDb);
  const full = fullKinds(draft.blocks);
  return {
    blocks: draft.blocks.map((block) => ({
      id: block.id,
      kind: block.kind,
      hidden: block.hidden,
      label: declarationOf(block.kind).label,
      name: blockName(block),
      title: declarationOf(block.kind).titleOf(block.content),
    })),
    changes: draft.changes,
    version: draft.version,
    changed: draft.changed,
    kinds: (Object.keys(BLOCK_KINDS) as BlockKind[])
      .filter((kind) => !full.includes(kind))
      .map((kind) => ({ kind, label: declarationOf(kind).label, about: declarationOf(kind).about })),
    versions: await listVersions(readDb),
    panel: await panelOf(params, draft),
    asked: await askedOf(params, draft),
  };
}

/** The block that a panel's address names: `add=<kind>` or `edit=<kind>-<id>`. @returns null: no panel */
export function namedBlock(params: URLSearchParams): { kind: BlockKind; id: number | null } | null {
  const added = readParam(params, "add");
  if (isBlockKind(added)) return { kind: added, id: null };
  const [, kind, text] = /^([a-zA-Z]+)-(\d+)$/.exec(readParam(params, "edit") ?? "") ?? [];
  const id = parseId(text);
  return isBlockKind(kind) && id !== null ? { kind, id } : null;
}

async function panelOf(params: URLSearchParams, draft: Draft) {
  const named = namedBlock(params);
  if (!named) return null;
  const { kind, id } = named;
  const block = draft.blocks.find((one) => one.id === id && one.kind === kind);
  const content = block?.content ?? freshOf(kind);
  const picked = "books" in content ? await bookCards(readDb, content.books) : [];
  return {
    kind,
    id,
    /** Somebody removed the block; only its form's answer still shows it. */
    isGone: id !== null && !block,
    revision: block?.revision ?? 0,
    values: formValues(kind, content),
    picked: picked.map((book) => ({ id: book.id, title: book.title })),
    choices: await choicesFor(kind),
    pages: await ownPages(readDb),
  };
}

/** What the fields of a kind choose from. */
async function choicesFor(kind: BlockKind) {
  const controls = Object.values(declarationOf(kind).fields).map(({ control }) => control);
  const pictures = controls.includes("picture") ? await listPictures(readDb) : [];
  return {
    tags: controls.includes("tag") ? await listChoices(readDb, "tags") : [],
    authors: controls.includes("author") ? await listChoices(readDb, "authors") : [],
    pictures: pictures.map(({ id, file, alt }) => ({ id, alt, src: pictureSource(file)?.src ?? "" })),
  };
}

const QUESTIONS = ["remove", "discard", "restore", "first"] as const;

async function askedOf(params: URLSearchParams, { blocks, changes }: Draft) {
  const asked = parseConfirm(params, QUESTIONS);
  if (!asked) return null;
  const { action, id } = asked;
  if (action === "remove") {
    const block: Block | undefined = blocks.find((one) => one.id === id);
    return block && ({ action, id, name: blockName(block), revision: block.revision } as const);
  }
  if (action === "restore") {
    const found = await findVersion(readDb, id);
    return found && ({ action, id, at: found.at } as const);
  }
  if (action === "discard" && changes.length === 0) return null;
  return { action } as const;
}
