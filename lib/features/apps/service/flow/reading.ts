import "server-only";
import { db } from "@/db/client";
import { findApp } from "@/db/queries/apps/apps";
import {
  type FoundRun,
  findRun,
  listRuns as listRows,
  listSteps,
  listWaits,
  listWaitsOf,
  type StepRow,
  wasAsked,
} from "@/db/queries/apps/runs";
import { documentFile, type FileChoice } from "@/lib/answers/export/file";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import { STREAM_HEADERS } from "@/lib/stream/read";
import type { OpenWaitDto, RunDto, RunListDto, StepDto } from "../../runs-dto";
import type { RunsQuery } from "../../runs-schema";
import { nodesBefore, walk } from "../../workflow/check";
import type { FlowGraph, FlowNode } from "../../workflow/graph";
import { outlineOf } from "../../workflow/outline";
import { requireApp } from "../apps";
import { appReader } from "../subjects";
import { followFlow, partialsOf } from "./live";
import { graphOfRun } from "./run-graph";

/** Steps one look at a run shows, and open questions one look at the list. */
const STEPS_SHOWN = 1500;
const WAITS_SHOWN = 100;
/** Of a line that tells runs apart. */
const TITLE_MAX = 60;

export interface ReadableRun extends FoundRun {
  isOwn: boolean;
  mayManage: boolean;
  /** It asked this person something. */
  isAsked: boolean;
}

/** A run that is one's own, of an app one may change, or that asked one something. Throws notFound. */
export async function requireRun(actor: Actor, runId: string): Promise<ReadableRun> {
  requirePermission(actor, P.APPS);
  const found = orNotFound(await findRun(db(), runId));
  const isOwn = found.run.userId === actor.id;
  const isManager = hasPermission(actor, P.APPS_WORKBENCH);
  const app = isManager ? await findApp(db(), appReader(actor), found.run.appId, "manage") : null;
  const isAsked = !isOwn && !app && (await wasAsked(db(), runId, actor.id));
  if (!isOwn && !app && !isAsked) throw new AppError("notFound");
  return { ...found, isOwn, mayManage: app !== null, isAsked };
}

/** What people gave a run and got is theirs; what a clock or another system gave is the app's. */
export const mayRead = ({ run, isOwn, mayManage }: Pick<ReadableRun, "run" | "isOwn" | "mayManage">): boolean =>
  isOwn || (mayManage && run.trigger !== "person");

/** A run with what became of each node. Throws notFound. */
export async function readRun(actor: Actor, runId: string, locale: Locale): Promise<RunDto> {
  const found = await requireRun(actor, runId);
  const { run, isOwn, mayManage } = found;
  const isOpenTo = mayRead(found);
  // What nodes are made of, and what others answered to their calls in full, is for whoever may change the app.
  const isMade = isOpenTo && mayManage;
  const graph = graphOfRun(found);
  const [rows, waits] = await Promise.all([listSteps(db(), runId, STEPS_SHOWN + 1), listWaits(db(), runId)]);
  const nodes = new Map<string, FlowNode>();
  for (const { graph: one } of walk(graph)) for (const node of one.nodes) nodes.set(node.id, node);
  const partials = partialsOf(runId);
  // Plain nodes begin in one and the same millisecond: they are told in the order of the graph.
  const ranks = nodesBefore(graph);
  const rankOf = ({ nodeId }: StepRow) => ranks.get(nodeId)?.size ?? 0;
  rows.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || rankOf(a) - rankOf(b));
  const steps = await Promise.all(
    rows.slice(0, STEPS_SHOWN).map(async (row): Promise<StepDto> => {
      const node = nodes.get(row.nodeId);
      const wait = waits.find(({ stepId }) => stepId === row.stepId);
      const isMine = wait?.assigneeId ? wait.assigneeId === actor.id : mayManage;
      const isShown = isOpenTo || (wait?.assigneeId === actor.id && row.status === "waiting");
      const partial = isOpenTo ? partials.get(row.stepId) : undefined;
      return {
        ...toStep(row, node, run.endedAt !== null),
        input: isMade ? (row.input ?? null) : null,
        output: isOpenTo ? withoutOwn(row.output) : null,
        ...(row.failure && { error: await toFailure(row, isMade, locale) }),
        ...(partial !== undefined && row.status === "running" && { partial }),
        ...(wait && {
          wait: {
            kind: wait.kind,
            subject: wait.subject,
            text: isShown ? wait.text : "",
            fields: node?.type === "human" ? node.data.fields : [],
            assignee: wait.assigneeId && wait.assigneeName ? { id: wait.assigneeId, name: wait.assigneeName } : null,
            dueAt: wait.dueAt?.toISOString() ?? null,
            isMine,
          },
        }),
      };
    }),
  );
  const waitedMs = Math.max(0, (run.endedAt ?? new Date()).getTime() - run.createdAt.getTime() - run.workedMs);
  return {
    ...toListed(actor, found),
    isOwn,
    output: isOpenTo ? run.output : null,
    inputs: isOpenTo ? run.inputs : {},
    text: isOpenTo ? run.text : "",
    files: isOpenTo ? run.files : [],
    isHidden: !isOpenTo,
    mayManage,
    ...(run.failure && {
      error: { ...(await toFailure(run, isMade, locale)), nodeId: run.failedStep },
    }),
    workedMs: run.workedMs,
    waitedMs: waits.length > 0 || run.workedMs > 0 ? waitedMs : 0,
    resumed: run.resumed,
    graph: mayManage ? graph : outlineOf(graph),
    nodes: [...steps, ...skippedIn(graph, steps, run.endedAt !== null)],
    isCut: rows.length > STEPS_SHOWN,
  };
}

/** Of one call that follows a run, milliseconds: its rights are asked anew after it. */
const FOLLOW_MS = 300_000;

/** Tells when to read a run anew, and what is being written in it (spec 7). Throws notFound. */
export async function followRun(actor: Actor, runId: string): Promise<Response> {
  const found = await requireRun(actor, runId);
  const stream = followFlow(runId, FOLLOW_MS, { hasTexts: mayRead(found) });
  return new Response(stream, { headers: STREAM_HEADERS });
}

/** What a run answered, as a file for whoever may read it. Throws notFound, also while there is nothing. */
export async function exportRun(actor: Actor, runId: string, file: FileChoice): Promise<Response> {
  const found = await requireRun(actor, runId);
  if (!mayRead(found) || !found.run.output) throw new AppError("notFound");
  return documentFile({ title: found.appName, text: found.run.output }, file);
}

/** Runs of an app: one's own, or for whoever may change it everybody's, without what others gave and got. Throws notFound. */
export async function listRuns(actor: Actor, appId: string, query: RunsQuery) {
  requirePermission(actor, P.APPS);
  const app = await requireApp(actor, appId, "see");
  const isManager = hasPermission(actor, P.APPS_WORKBENCH) && app.mayManage;
  const { page, pageSize, status, keyword, mine } = query;
  const userId = isManager && !mine ? undefined : actor.id;
  const place = { limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total } = await listRows(db(), appId, { userId, status, keyword }, place);
  return { items: rows.map((row): RunListDto => toListed(actor, { ...row, mayManage: isManager })), total };
}

/** What runs ask this person, the oldest first. */
export async function listOpenWaits(actor: Actor): Promise<{ items: OpenWaitDto[] }> {
  requirePermission(actor, P.APPS);
  const rows = await listWaitsOf(db(), actor.id, WAITS_SHOWN);
  return {
    items: rows.map(({ askerId, askerName, dueAt, createdAt, ...row }) => ({
      ...row,
      asker: { id: askerId, name: askerName },
      dueAt: dueAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
    })),
  };
}

type Listed = Pick<FoundRun, "appName" | "userName"> & {
  run: Pick<
    FoundRun["run"],
    | "id"
    | "appId"
    | "userId"
    | "status"
    | "trigger"
    | "version"
    | "inputs"
    | "text"
    | "createdAt"
    | "endedAt"
    | "inputTokens"
    | "outputTokens"
    | "costMicros"
    | "currency"
  >;
  mayManage: boolean;
};

function toListed(actor: Actor, { run, appName, userName, mayManage }: Listed): RunListDto {
  const { id, appId, status, trigger, version, inputTokens, outputTokens } = run;
  const isOwn = run.userId === actor.id;
  const isOpenTo = isOwn || (mayManage && trigger !== "person");
  return {
    ...{ id, appId, appName, status, trigger, version, isOwn },
    asker: { id: run.userId, name: userName },
    title: isOpenTo ? titleOf(run) : "",
    createdAt: run.createdAt.toISOString(),
    endedAt: run.endedAt?.toISOString() ?? null,
    tokens: { input: inputTokens, output: outputTokens },
    cost: run.currency === null ? null : { micros: run.costMicros, currency: run.currency },
  };
}

/** What a run was given, in one line. */
function titleOf({ inputs, text }: Listed["run"]): string {
  const words = [text, ...Object.values(inputs).map(String)].filter((one) => one.trim() !== "").join(" · ");
  const line = words.replace(/\s+/g, " ").trim();
  return [...line].length > TITLE_MAX ? `${[...line].slice(0, TITLE_MAX).join("")}…` : line;
}

function toStep(row: StepRow, node: FlowNode | undefined, isOver: boolean) {
  const { stepId, nodeId, status, attempts, isCached, isSimulated, inputTokens, outputTokens, startedAt, endedAt } =
    row;
  const hasUsed = inputTokens + outputTokens > 0;
  return {
    ...{ id: stepId, nodeId, attempts, isCached, isSimulated },
    type: node?.type ?? "template",
    title: node?.data.title ?? "",
    // What a run ended beside, or was cancelled in, came to nothing.
    status: isOver && (status === "running" || status === "waiting") ? ("skipped" as const) : status,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    handle: row.handle?.startsWith("$") ? null : row.handle,
    ...(hasUsed && { tokens: { input: inputTokens, output: outputTokens } }),
    cost: row.currency === null ? null : { micros: row.costMicros, currency: row.currency },
  };
}

async function toFailure(
  { failure, failureArgs, failureDetail }: Pick<StepRow, "failure" | "failureArgs" | "failureDetail">,
  isMade: boolean,
  locale: Locale,
) {
  const error = failure ?? "unknown";
  return {
    error,
    message: await errorText(locale, error as never, failureArgs),
    detail: isMade ? failureDetail : "",
  };
}

/** What the engine keeps beside a result is its own. */
function withoutOwn(output: unknown): unknown {
  if (output === null || typeof output !== "object" || Array.isArray(output)) return output ?? null;
  return Object.fromEntries(Object.entries(output).filter(([name]) => !name.startsWith("$")));
}

/** Nodes no way led to, once that is known. */
function skippedIn({ nodes }: FlowGraph, steps: readonly StepDto[], isOver: boolean): StepDto[] {
  if (!isOver) return [];
  const seen = new Set(steps.map(({ id }) => id));
  return nodes.flatMap(({ id, type, data }): StepDto[] =>
    seen.has(id)
      ? []
      : [
          {
            ...{ id, nodeId: id, type, title: data.title, status: "skipped", attempts: 0 },
            ...{ startedAt: null, endedAt: null, input: null, output: null, handle: null, cost: null },
            ...{ isCached: false, isSimulated: false },
          },
        ],
  );
}
