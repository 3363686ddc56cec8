import "server-only";
import { db } from "@/db/client";
import {
  findChatSession,
  findMessage,
  listMessageNodes,
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

export interface MessageFilter {
  /** Every branch instead of the one in view. */
  all?: boolean;
  /** Only the last so many, of those before `before`. */
  limit?: number;
  before?: string;
}

export interface MessagePage {
  items: ChatMessageDto[];
  /** Earlier messages of the branch are left out. */
  hasEarlier: boolean;
}

/** The branch in view, oldest first. Throws notFound. */
export async function listMessages(actor: Actor, sessionId: string, filter: MessageFilter = {}): Promise<MessagePage> {
  requirePermission(actor, P.CHAT);
  const session = await findChatSession(db(), actor.id, sessionId);
  if (!session) throw new AppError("notFound");
  const nodes = await listMessageNodes(db(), sessionId);
  const branch = filter.all ? nodes : pathTo(nodes, session.activeLeafId);
  const end = filter.before ? branch.findIndex((node) => node.id === filter.before) : branch.length;
  const begin = filter.limit === undefined ? 0 : Math.max(0, end - filter.limit);
  const shown = branch.slice(begin, Math.max(0, end));
  const streaming = shown.filter((node) => node.status === "streaming").map((node) => node.id);
  const [rows, running] = await Promise.all([
    listRows(
      db(),
      sessionId,
      shown.map((node) => node.id),
    ),
    listRunningRuns(db(), streaming),
  ]);
  const runs = new Map(running.map((run) => [run.messageId, run.id]));
  const siblings = Map.groupBy(nodes, (node) => node.parentId ?? "");
  const items = rows.map((row) => {
    const ids = (siblings.get(row.parentId ?? "") ?? []).map((sibling) => sibling.id);
    return toDto(row, ids, runs.get(row.id) ?? null);
  });
  return { items, hasEarlier: begin > 0 };
}

type Node = Awaited<ReturnType<typeof listMessageNodes>>[number];

function pathTo(nodes: Node[], leafId: string | null): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: Node[] = [];
  for (let at = leafId ? byId.get(leafId) : undefined; at; at = at.parentId ? byId.get(at.parentId) : undefined) {
    path.push(at);
  }
  return path.reverse();
}

/** Shows the branch of a message: the session's leaf becomes the newest message below it. */
export async function showBranch(actor: Actor, messageId: string, limit?: number): Promise<MessagePage> {
  requirePermission(actor, P.CHAT);
  const message = await findMessage(db(), actor.id, messageId);
  if (!message) throw new AppError("notFound");
  const nodes = await listMessageNodes(db(), message.sessionId);
  const children = Map.groupBy(nodes, (node) => node.parentId ?? "");
  let leaf = message.id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  await updateChatSession(db(), actor.id, message.sessionId, { activeLeafId: leaf });
  return listMessages(actor, message.sessionId, { limit });
}
