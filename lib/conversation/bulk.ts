import "server-only";
import { db, type Transaction } from "@/db/client";
import { listChatsById } from "@/db/queries/conversation/folders";
import { lockChatSessions } from "@/db/queries/conversation/sessions";
import { findFolder } from "@/db/queries/folders/folders";
import { chatFolders } from "@/db/schema/conversation";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, type ErrorKey } from "@/lib/errors/errors";
import { stopAnswersIn } from "@/lib/stream/stop";
import { CONVERSATION_CODES } from "./areas";
import type { BulkResultDto } from "./dto";
import { changeInside, deleteInside } from "./history";
import type { ConversationBulk } from "./history-schema";

/** Changes several own conversations; what a rule forbids is refused one by one while the rest proceeds. Throws notFound for a folder. */
export async function changeConversations(actor: Actor, input: ConversationBulk): Promise<BulkResultDto> {
  requirePermission(actor, ...CONVERSATION_CODES);
  const result = await db().transaction(async (tx) => {
    await lockChatSessions(tx, actor.id);
    if (input.action === "move" && input.folderId && !(await findFolder(tx, chatFolders, actor.id, input.folderId))) {
      throw new AppError("notFound");
    }
    const ids = [...new Set(input.ids)];
    const titles = new Map((await listChatsById(tx, actor.id, ids)).map(({ id, title }) => [id, title]));
    const ends: BulkResultDto = { done: [], refused: [] };
    for (const id of ids) {
      const title = titles.get(id);
      const error = title === undefined ? "notFound" : await refusalOf(() => changeOne(tx, actor, id, input));
      if (error) ends.refused.push({ id, title: title ?? "", error });
      else ends.done.push(id);
    }
    return ends;
  });
  if (input.action === "delete") await stopAnswersIn(result.done);
  return result;
}

async function changeOne(tx: Transaction, actor: Actor, id: string, input: ConversationBulk): Promise<void> {
  if (input.action === "delete") await deleteInside(tx, actor, id);
  else if (input.action === "archive") await changeInside(tx, actor, id, { archived: true });
  else await changeInside(tx, actor, id, { folderId: input.folderId });
}

/** Key of the rule that refused; anything else is a failure of the whole call. */
async function refusalOf(work: () => Promise<void>): Promise<ErrorKey | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code < 500) return error.key;
    throw error;
  }
}
