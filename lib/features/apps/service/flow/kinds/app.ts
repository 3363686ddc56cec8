import "server-only";
import { db } from "@/db/client";
import { findVersion } from "@/db/queries/apps/versions";
import { talks } from "@/lib/config/app-kinds";
import { orNotFound } from "@/lib/errors/errors";
import { type AppInputs, appInputs } from "../../../variables";
import { readGraph } from "../../../workflow/check";
import type { FlowGraph } from "../../../workflow/graph";
import { asText, fillText, resolve, type Scope } from "../../../workflow/values";
import { askForText } from "../../answer";
import { requireApp } from "../../apps";
import { assertInputs } from "../../chats";
import { FlowFailure, type Outcome, type StepContext, WAITS } from "../context";
import { givenTo } from "../given";
import { reviewGiven } from "../reviewing";
import type { Around } from ".";

/** Apps within apps: one that uses itself comes to an end. */
const DEPTH_MAX = 5;

/** Another app, with the rights of whoever asks. Throws notFound for one they may not use, flowDepth, and what it fails with. */
export async function runApp(context: StepContext<"app">, { engine, place }: Around): Promise<Outcome> {
  const { node, stepId, scope, run, signal, given, key } = context;
  const text = fillText(node.data.text, scope).trim();
  const inputs = inputsOf(node.data.inputs, scope);
  given({ ...inputs, ...(text && { text }) });
  const actor = await run.actor();
  const app = await requireApp(actor, node.data.appId ?? "", "use");
  if (place.depth + 1 > DEPTH_MAX) throw new FlowFailure("flowDepth", { max: DEPTH_MAX });
  if (talks(app.kind)) {
    const answer = await askForText(actor, app.id, { text, inputs }, { key, signal });
    return { output: { text: answer } };
  }
  if (app.kind !== "workflow") throw new FlowFailure("appTalksNot");
  const { settings } = orNotFound(await findVersion(db(), app.id, app.version ?? 0));
  const graph = graphOf(settings);
  const inner = new Map(givenTo(graph, { inputs, text, files: [] }));
  for (const name of ["user", "today", "run"]) inner.set(name, scope.get(name));
  assertInputs({ variables: formOf(graph) }, inputs);
  const own = rulesOf(graph);
  await reviewGiven(actor, { appId: app.id, inputs, text, files: [] }, own);
  const end = await engine.graph(graph, {
    ...place,
    prefix: `${stepId}.`,
    scope: inner,
    isWhole: true,
    depth: place.depth + 1,
    ownerId: app.ownerId,
    reviewRules: [...place.reviewRules, ...own],
    signal,
  });
  if (end.waits) return WAITS;
  return { output: { text: end.answers.join("\n\n") } };
}

/** Throws notFound for settings that are no graph. */
export function graphOf(settings: unknown): FlowGraph {
  const read = readGraph(settings);
  return orNotFound("graph" in read && read.graph);
}

const startOf = ({ nodes }: FlowGraph) => nodes.find((node) => node.type === "start")?.data;
export const formOf = (graph: FlowGraph) => startOf(graph)?.variables ?? [];
/** Review rules of the app a graph is. */
export const rulesOf = (graph: FlowGraph) => startOf(graph)?.reviewRules ?? [];

function inputsOf(list: readonly { name: string; value: string }[], scope: Scope): AppInputs {
  const filled = list.map(({ name, value }) => {
    const given = resolve(value, scope);
    const isPlain = typeof given === "number" || typeof given === "boolean";
    return [name, isPlain ? given : asText(given)] as const;
  });
  const read = appInputs.safeParse(Object.fromEntries(filled));
  if (!read.success) throw new FlowFailure("appInputs");
  return read.data;
}
