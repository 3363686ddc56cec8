import "server-only";
import { db } from "@/db/client";
import { type AppRow, listReachableApps } from "@/db/queries/apps/apps";
import { findDraft } from "@/db/queries/apps/versions";
import type { Actor } from "@/lib/auth/actor";
import { ownerMay } from "@/lib/auth/delegated";
import { listNamableBases } from "@/lib/conversation/named-sources";
import { AppError } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { listChatModels, listUsableModels } from "@/lib/models/registry";
import { P } from "@/lib/permissions/codes";
import { listToolsForApp } from "@/lib/tools/registry";
import { type FlowProblem, incompleteIn, readGraph, walk } from "../../workflow/check";
import type { FlowGraph } from "../../workflow/graph";
import { type NamedKind, type Naming, namedIn } from "../../workflow/named";
import { secretsIn } from "../../workflow/secrets";
import { parametersOf } from "../parameters";
import { secretNames } from "../secrets";
import { appReader } from "../subjects";

/** Bases of one graph that are looked up. */
const BASES_MAX = 500;

/** A graph as it may be kept. Throws flowProblems where it is none, or names what is not this person's to use. */
export async function checkedGraph(actor: Actor, app: AppRow, raw: unknown, locale: Locale): Promise<FlowGraph> {
  const read = readGraph(raw);
  if ("problems" in read) throw await refusal(read.problems, locale);
  const foreign = await foreignIn(actor, app, read.graph);
  if (foreign.length > 0) throw await refusal(foreign, locale);
  return read.graph;
}

/** What there is for the nodes of an app that its graph does not tell. */
export interface Around {
  /** Arguments without which a tool cannot be called, by the tool's name. */
  needed: ReadonlyMap<string, readonly string[]>;
  secrets: ReadonlySet<string>;
}

export async function aroundOf(actor: Actor, app: AppRow): Promise<Around> {
  const [tools, secrets] = await Promise.all([listToolsForApp(actor, app.ownerId), secretNames(app.id)]);
  const needed = new Map(
    tools.map(({ definition: { name, parameters } }) => [
      name,
      parametersOf(parameters).flatMap((one) => (one.required ? [one.name] : [])),
    ]),
  );
  return { needed, secrets };
}

/** Throws flowProblems with what is missing before it can run, what its tools and its calls need too. */
export async function assertFlowWhole(settings: unknown, { needed, secrets }: Around, locale: Locale): Promise<void> {
  const read = readGraph(settings);
  const problems =
    "problems" in read
      ? read.problems
      : [
          ...incompleteIn(read.graph),
          ...argumentsMissingIn(read.graph, needed),
          ...secretsIn(read.graph)
            .filter(({ name }) => !secrets.has(name))
            .map(
              ({ nodeId, name }): FlowProblem => ({ nodeId, code: "secretMissing", args: { name }, isBroken: false }),
            ),
        ];
  if (problems.length > 0) throw await refusal(problems, locale);
}

/** Whether a tool is there is a matter of whoever runs it. */
function argumentsMissingIn(graph: FlowGraph, needed: Around["needed"]): FlowProblem[] {
  const nodes = [...walk(graph)].flatMap(({ graph: one }) => one.nodes).filter((node) => node.type === "tool");
  return nodes.flatMap(({ id, data }) => {
    const given = new Set(data.arguments.flatMap(({ name, value }) => (value.trim() === "" ? [] : [name])));
    return (needed.get(data.tool) ?? [])
      .filter((name) => !given.has(name))
      .map(
        (name): FlowProblem => ({ nodeId: id, field: "arguments", code: "argument", args: { name }, isBroken: false }),
      );
  });
}

/** Problems with their words, as the API tells them. */
async function refusal(problems: readonly FlowProblem[], locale: Locale): Promise<AppError> {
  const t = await areaTexts(locale, "apps-flow");
  const told = problems.map(({ isBroken: _, ...problem }) => ({
    ...problem,
    message: t(`problems.${problem.code}`, problem.args ?? {}),
  }));
  return new AppError("flowProblems", { args: { count: told.length }, data: { problems: told } });
}

/**
 * What a graph names that its editor may not use, or that is not there. What it named before stays: another editor may have
 * put it in, and whether it can be used is asked of whoever runs it.
 */
async function foreignIn(actor: Actor, app: AppRow, graph: FlowGraph): Promise<FlowProblem[]> {
  const before = readGraph((await findDraft(db(), app.id))?.settings);
  const known = new Set("graph" in before ? namedIn(before.graph).map(keyOf) : []);
  const named = namedIn(graph).filter((one) => !known.has(keyOf(one)));
  if (named.length === 0) return [];
  const usable = await usableOf(actor, app, named);
  return named
    .filter((one) => !usable.has(keyOf(one)))
    .map(({ nodeId, field }) => ({ nodeId, field, code: "foreign", isBroken: true }));
}

const keyOf = ({ what, id }: Pick<Naming, "what" | "id">) => `${what} ${id}`;

async function usableOf(actor: Actor, app: AppRow, named: readonly Naming[]): Promise<Set<string>> {
  const of = (what: NamedKind) => [...new Set(named.flatMap((one) => (one.what === what ? one.id : [])))];
  const [baseIds, modelIds, tools, appIds, people] = [of("base"), of("model"), of("tool"), of("app"), of("person")];
  const found: string[] = [];
  const add = (what: NamedKind, ids: readonly string[]) => found.push(...ids.map((id) => keyOf({ what, id })));
  if (baseIds.length > 0) {
    add(
      "base",
      (await listNamableBases(actor, { ids: baseIds, limit: BASES_MAX })).map(({ id }) => id),
    );
  }
  if (modelIds.length > 0)
    add(
      "model",
      (await listChatModels(actor)).models.map(({ id }) => id),
    );
  if (of("reranker").length > 0) add("reranker", await usableRerankers(actor));
  if (tools.length > 0) {
    add(
      "tool",
      (await listToolsForApp(actor, app.ownerId)).map(({ definition }) => definition.name),
    );
  }
  if (appIds.length > 0) {
    add(
      "app",
      (await listReachableApps(db(), appReader(actor), appIds, "see")).map(({ id }) => id),
    );
  }
  for (const id of people) if (await ownerMay(id, P.APPS)) add("person", [id]);
  return new Set(found);
}

const usableRerankers = async (actor: Actor) =>
  (await listUsableModels(actor)).flatMap(({ id, type }) => (type === "rerank" ? [id] : []));
