import "server-only";
import { db } from "@/db/client";
import { listMessageNodes, listMessages as listRows, listRunningRuns } from "@/db/queries/chat";
import type { ChatMessageDto, MessagePage } from "./message-dto";
import type { ContextData, MessagePart } from "./parts";

type Row = Awaited<ReturnType<typeof listRows>>[number];
type Node = Awaited<ReturnType<typeof listMessageNodes>>[number];

export interface MessageFilter {
  /** Every branch instead of the one in view. */
  all?: boolean;
  /** Only the last so many, of those before `before`. */
  limit?: number;
  before?: string;
}

/** Messages of a session, oldest first: the branch in view. The caller has checked whose session it is. */
export async function readBranch(
  session: { id: string; activeLeafId: string | null },
  filter: MessageFilter = {},
): Promise<MessagePage> {
  const nodes = await listMessageNodes(db(), session.id);
  const branch = filter.all ? nodes : pathTo(nodes, session.activeLeafId);
  const end = filter.before ? branch.findIndex((node) => node.id === filter.before) : branch.length;
  const begin = filter.limit === undefined ? 0 : Math.max(0, end - filter.limit);
  const shown = branch.slice(begin, Math.max(0, end));
  const streaming = shown.filter((node) => node.status === "streaming").map((node) => node.id);
  const [rows, running] = await Promise.all([
    listRows(
      db(),
      session.id,
      shown.map((node) => node.id),
    ),
    listRunningRuns(db(), streaming),
  ]);
  const runs = new Map(running.map((run) => [run.messageId, run.id]));
  const siblings = Map.groupBy(nodes, (node) => node.parentId ?? "");
  // The branch tells the order: of questions asked at once, the ids may cross.
  const place = new Map(shown.map((node, index) => [node.id, index]));
  rows.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  const items = rows.map((row) => {
    const ids = (siblings.get(row.parentId ?? "") ?? []).map((sibling) => sibling.id);
    return toMessageDto(row, ids, runs.get(row.id) ?? null);
  });
  return { items, hasEarlier: begin > 0 };
}

/** The newest message below one: the leaf of the branch that shows it. */
export async function leafBelow(message: { id: string; sessionId: string }): Promise<string> {
  const nodes = await listMessageNodes(db(), message.sessionId);
  const children = Map.groupBy(nodes, (node) => node.parentId ?? "");
  let leaf = message.id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}

export function toMessageDto(row: Row, siblingIds: string[], runId: string | null): ChatMessageDto {
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
    context: row.context as ContextData | null,
    cost: row.costMicros === null || row.currency === null ? null : { micros: row.costMicros, currency: row.currency },
    comparisonId: row.comparisonId,
    runId,
    siblingIds,
    createdAt: row.createdAt.toISOString(),
  };
}

function pathTo(nodes: Node[], leafId: string | null): Node[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: Node[] = [];
  for (let at = leafId ? byId.get(leafId) : undefined; at; at = at.parentId ? byId.get(at.parentId) : undefined) {
    path.push(at);
  }
  return path.reverse();
}
