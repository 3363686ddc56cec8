import "server-only";
import { db } from "@/db/client";
import {
  findChatSession,
  findMessage,
  listMessages as listRows,
  listRunningRuns,
  updateChatSession,
} from "@/db/queries/chat";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { MessagePart } from "@/lib/stream/parts";
import type { ChatMessageDto } from "../dto";

type Row = Awaited<ReturnType<typeof listRows>>[number];

function toDto(row: Row, siblingIds: string[], runId: string | null): ChatMessageDto {
  const usage =
    row.outputTokens === null
      ? null
      : {
          inputTokens: row.inputTokens ?? 0,
          outputTokens: row.outputTokens,
          estimated: row.usageEstimated,
          firstTokenMs: row.firstTokenMs,
          durationMs: row.durationMs,
        };
  return {
    id: row.id,
    parentId: row.parentId,
    role: row.role,
    parts: row.parts as MessagePart[],
    status: row.status,
    error: row.error,
    modelId: row.modelId,
    modelName: row.modelName,
    usage,
    runId,
    siblingIds,
    createdAt: row.createdAt.toISOString(),
  };
}

/** The branch in view, oldest first; `all` answers every branch. Throws notFound. */
export async function listMessages(actor: Actor, sessionId: string, all = false): Promise<{ items: ChatMessageDto[] }> {
  requirePermission(actor, P.CHAT);
  const session = await findChatSession(db(), actor.id, sessionId);
  if (!session) throw new AppError("notFound");
  const rows = await listRows(db(), sessionId);
  const streaming = rows.filter((row) => row.status === "streaming").map((row) => row.id);
  const runs = new Map((await listRunningRuns(db(), streaming)).map((run) => [run.messageId, run.id]));
  const siblings = Map.groupBy(rows, (row) => row.parentId ?? "");
  const shown = all ? rows : pathTo(rows, session.activeLeafId);
  return {
    items: shown.map((row) => {
      const ids = (siblings.get(row.parentId ?? "") ?? []).map((sibling) => sibling.id);
      return toDto(row, ids, runs.get(row.id) ?? null);
    }),
  };
}

function pathTo(rows: Row[], leafId: string | null): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const path: Row[] = [];
  for (let at = leafId ? byId.get(leafId) : undefined; at; at = at.parentId ? byId.get(at.parentId) : undefined) {
    path.push(at);
  }
  return path.reverse();
}

/** Shows the branch of a message: the session's leaf becomes the newest message below it. */
export async function showBranch(actor: Actor, messageId: string): Promise<{ items: ChatMessageDto[] }> {
  requirePermission(actor, P.CHAT);
  const message = await findMessage(db(), actor.id, messageId);
  if (!message) throw new AppError("notFound");
  const rows = await listRows(db(), message.sessionId);
  const children = Map.groupBy(rows, (row) => row.parentId ?? "");
  let leaf = message.id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId: leaf });
  return listMessages(actor, message.sessionId);
}
