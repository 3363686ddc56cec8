import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { listMessageNodes, listMessages as listRows, listRunningRuns } from "@/db/queries/conversation/messages";
import { isoTimes } from "@/lib/config/time";
import type { ChatMessageDto, MessagePage } from "./message-dto";
import type { ContextData, MessagePart } from "./parts";

type Row = Awaited<ReturnType<typeof listRows>>[number];
type Node = Awaited<ReturnType<typeof listMessageNodes>>[number];

export interface MessageFilter {
  /** Every branch instead of the one in view. */
  all?: boolean;
  /** Only the last so many, of those before `before`; all where it is not said, which no call from outside may ask for. */
  limit?: number;
  before?: string;
  /** Only the first so many after it. */
  after?: string;
  /** Nothing before this message belongs to it. */
  from?: string;
  /** A stretch with this message in it, where the branch has it. */
  around?: string;
}

/** Messages of a session, oldest first: the branch in view. The caller has checked whose session it is. */
export async function readBranch(
  session: { id: string; activeLeafId: string | null },
  filter: MessageFilter = {},
): Promise<MessagePage> {
  // Without a leaf nothing was said yet.
  const nodes = filter.all || session.activeLeafId ? await listMessageNodes(db(), session.id) : [];
  const path = filter.all ? nodes : pathTo(nodes, session.activeLeafId);
  const branch = filter.from
    ? path.slice(
        Math.max(
          0,
          path.findIndex(({ id }) => id === filter.from),
        ),
      )
    : path;
  const { begin, end } = stretchOf(branch, filter);
  const shown = branch.slice(begin, end);
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
  const next = begin > 0 ? (items[0]?.id ?? null) : null;
  return { items, next, hasEarlier: begin > 0, hasLater: end < branch.length };
}

/** Messages of a page where a call does not say how many, and at most. */
export const messageLimit = z.coerce.number().int().min(1).max(500).default(100);

/** Messages before the one looked for that come along, as a part of the page. */
const ABOVE = 0.25;

/** Which messages of a branch a filter means, by their place. */
function stretchOf(branch: readonly Node[], { limit = branch.length, ...filter }: MessageFilter) {
  const at = (id: string) => branch.findIndex((node) => node.id === id);
  // An empty id stands before the first.
  if (filter.after !== undefined) {
    const begin = at(filter.after) + 1;
    return { begin, end: Math.min(branch.length, begin + limit) };
  }
  const around = filter.around ? at(filter.around) : -1;
  if (around >= 0) {
    const end = Math.min(branch.length, Math.max(0, around - Math.floor(limit * ABOVE)) + limit);
    return { begin: Math.max(0, end - limit), end };
  }
  const end = filter.before ? Math.max(0, at(filter.before)) : branch.length;
  return { begin: Math.max(0, end - limit), end };
}

/** Messages of a session by their ids, oldest first. The caller has checked whose session it is. */
export async function readMessages(sessionId: string, ids: string[]): Promise<ChatMessageDto[]> {
  return (await listRows(db(), sessionId, ids)).map((row) => toMessageDto(row, [row.id], null));
}

/** Whether a message is part of the branch in view. */
export async function isInView(session: { id: string; activeLeafId: string | null }, id: string): Promise<boolean> {
  const nodes = await listMessageNodes(db(), session.id);
  return pathTo(nodes, session.activeLeafId).some((node) => node.id === id);
}

/** The last message of the branch in view that is no longer being written; null where there is none. */
export async function lastSettled(session: { id: string; activeLeafId: string | null }): Promise<string | null> {
  const path = pathTo(await listMessageNodes(db(), session.id), session.activeLeafId);
  return path.findLast((node) => node.status !== "streaming")?.id ?? null;
}

/** The newest message below one: the leaf of the branch that shows it. */
export async function leafBelow(message: { id: string; sessionId: string }): Promise<string> {
  const nodes = await listMessageNodes(db(), message.sessionId);
  const children = Map.groupBy(nodes, (node) => node.parentId ?? "");
  let leaf = message.id;
  for (let next = children.get(leaf)?.at(-1); next; next = children.get(leaf)?.at(-1)) leaf = next.id;
  return leaf;
}

export function toMessageDto(
  {
    inputTokens,
    outputTokens,
    usageEstimated: estimated,
    firstTokenMs,
    durationMs,
    costMicros,
    currency,
    ...rest
  }: Row,
  siblingIds: string[],
  runId: string | null,
): ChatMessageDto {
  const { feedback: value, feedbackReason: reason, feedbackText: text, ...row } = rest;
  const isCounted = outputTokens !== null;
  return {
    ...isoTimes(row),
    parts: row.parts as MessagePart[],
    context: row.context as ContextData | null,
    usage: isCounted ? { inputTokens: inputTokens ?? 0, outputTokens, estimated, firstTokenMs, durationMs } : null,
    cost: costMicros === null || currency === null ? null : { micros: costMicros, currency },
    runId,
    siblingIds,
    feedback: value && { value, reason, text: text ?? "" },
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
