import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { DEFAULT_BLOCKS } from "~/domain/front/home/blocks";
import { formatDateTime } from "~/domain/kit/dates";
import { hideBlock, moveBlock, removeBlock } from "~/domain/front/home/edit-blocks.server";
import {
  blocksOfVersion,
  restoreVersion,
  discardDraft,
  DRAFT_CHANGED,
  type DraftOutcome,
  findVersion,
  publishDraft,
} from "~/domain/front/home/publishing.server";
import { parseId } from "~/domain/kit/ids";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { textField } from "~/http/request/forms/read-form.server";
import { versionIn } from "../version-in";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  staffId: number;
}

const PAGE = "/admin/appearance";
const GONE = "This block is not there any more";

/**
 * Answers the forms of the list of blocks and of the versions. Intents: up-<block>, down-<block>, hide-<block>,
 * show-<block>, remove, publish, discard, restore, first.
 */
export async function answerHome({ context, form, staffId }: Post): Promise<Response> {
  const say = (text: string, kind: "success" | "error" = "success") =>
    redirectWithFlash(context, PAGE, { kind, text });
  const ended = (outcome: DraftOutcome, text: string) =>
    outcome.ok ? say(text) : say(outcome.message, "error");
  const intent = textField(form, "intent");
  const version = versionIn(form);
  const given = parseId(form.get("id"));

  const [, change, number] = /^(up|down|hide|show)-(\d+)$/.exec(intent) ?? [];
  const id = parseId(number);
  if (id !== null && (change === "up" || change === "down")) {
    const moved = await moveBlock(writeDb, { id, direction: change, staffId });
    return moved ? say(`${moved.name} is number ${moved.place} now`) : say(GONE, "error");
  }
  if (id !== null && change) {
    const name = await hideBlock(writeDb, { id, hidden: change === "hide", staffId });
    return name === null
      ? say(GONE, "error")
      : say(`${name} is ${change === "hide" ? "hidden" : "shown again"} in the draft`);
  }
  switch (intent) {
    case "remove": {
      if (given === null) break;
      const isRemoved = await removeBlock(writeDb, { id: given, revision: version, staffId });
      return isRemoved ? say("The block is removed from the draft") : say(DRAFT_CHANGED, "error");
    }
    case "publish":
      return ended(await publishDraft(writeDb, { staffId, version }), "Published: visitors see it now");
    case "discard":
      return ended(await discardDraft(writeDb, { staffId, version }), "The draft is discarded");
    case "first": {
      const first = { blocks: DEFAULT_BLOCKS, name: "the page as the shop came" };
      return ended(await restoreVersion(writeDb, { staffId, version, ...first }), BROUGHT_BACK);
    }
    case "restore": {
      const found = given === null ? null : await findVersion(writeDb, given);
      const blocks = found && (await blocksOfVersion(writeDb, found.id));
      if (!blocks) throw data("This version is not there any more", { status: 404 });
      const name = `the page of ${formatDateTime(found.at)}`;
      return ended(await restoreVersion(writeDb, { staffId, version, blocks, name }), BROUGHT_BACK);
    }
  }
  throw data("Unknown intent", { status: 400 });
}

const BROUGHT_BACK = "It is the draft now. Look at it, and publish it when it is right";
