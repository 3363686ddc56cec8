import "server-only";
import { db } from "@/db/client";
import { findAnswer } from "@/db/queries/conversation/messages";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { textOfParts } from "@/lib/stream/history";
import { readMessages } from "@/lib/stream/messages";
import type { MessagePart } from "@/lib/stream/parts";
import type { ConversationArea } from "./area";

/** An answer of one's own in an area that is not written any more, with its question. Throws noPermission, notFound. */
export async function ownAnswer(actor: Actor, area: ConversationArea, messageId: string) {
  requirePermission(actor, area.permission);
  const row = await findAnswer(db(), actor.id, messageId);
  if (!row || row.kind !== area.code || !row.parentId || row.status === "streaming") throw new AppError("notFound");
  const [asked] = await readMessages(row.sessionId, [row.parentId]);
  return { ...row, parts: row.parts as MessagePart[], question: asked ? textOfParts(asked.parts) : "" };
}
