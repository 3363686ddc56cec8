import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { TAGS_MAX } from "../limits";
import type { FileAction } from "../schema";
import { changeFile } from "./file-details";
import { copyFileInto, moveFile } from "./file-moves";
import { deleteFile, requireFile, restoreFile, retryFile } from "./files";
import { refreshPage, schedulePage } from "./pages";
import { describeFile } from "./pictures";
import { rereadFile } from "./rereading";
import { resegmentFile } from "./resegment";

/** For a page and the rules of its site. */
const REFRESH_MS = 60_000;

/** One file by what is to be done with many. Throws what the action throws for one. */
export async function applyAction(actor: Actor, baseId: string, id: string, action: FileAction): Promise<void> {
  switch (action.kind) {
    case "delete":
      return deleteFile(actor, id);
    case "restore":
      await restoreFile(actor, id);
      return;
    case "retry":
      await retryFile(actor, id);
      return;
    case "move":
      return moveFile(actor, id, { ...action, baseId: action.baseId ?? baseId });
    case "copy":
      return copyFileInto(actor, id, action);
    case "refresh":
      return refreshPage(actor, id, AbortSignal.timeout(REFRESH_MS));
    case "schedule":
      return schedulePage(actor, id, action.refresh);
    case "reread":
      return rereadFile(actor, id);
    case "tag":
      return tagFile(actor, id, action);
    case "describe":
      return describeFile(actor, id);
    case "resegment":
      return resegmentFile(actor, id, action.segmentation);
  }
}

async function tagFile(actor: Actor, id: string, { add, remove }: { add: string[]; remove: string[] }): Promise<void> {
  const { file } = await requireFile(actor, id, "manage");
  const tags = [...new Set([...file.tags.filter((tag) => !remove.includes(tag)), ...add])];
  if (tags.length > TAGS_MAX) throw new AppError("invalidInput", { data: { fields: { tags: "tooMany" } } });
  await changeFile(actor, id, { tags });
}
