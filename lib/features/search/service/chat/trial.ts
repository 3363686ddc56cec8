import "server-only";
import type { Actor } from "@/lib/auth/actor";
import { AppError } from "@/lib/errors/errors";
import { readBranch } from "@/lib/stream/messages";
import { BOUNDS } from "../../modes";
import { EXTRACT_OF_NODE, type NodeResultDto, type NodeTrial } from "../../trial-schema";
import { callNode, type NodeMade, nodeModel } from "../nodes";
import { type ResolvedSearchSettings, searchSettings } from "../settings/settings";
import { makeExtract, makeQuestions } from "./extracts";
import { citationsOf, type SearchAnswer, searchAnswer } from "./own-answer";
import { distinct, MISSING_MOST, missingMessages, planMessages, QUERIES } from "./plan";
import { scopeOf } from "./searches";

/** Messages before a question that a planner may be shown. */
const EARLIER = 8;

/**
 * Runs one node with these words and this model on what an answer of one's own found (spec C5): charged like a search,
 * ended by the signal, and nothing is kept. Throws notFound, answerCitesNothing, noModel, what the call throws.
 */
export async function tryNode(
  actor: Actor,
  messageId: string,
  { node, modelId, promptTemplate }: NodeTrial,
  signal: AbortSignal,
): Promise<NodeResultDto> {
  const answer = await searchAnswer(actor, messageId);
  const saved = await searchSettings(actor);
  const nodes = { ...saved.nodes, [node]: { modelId, promptTemplate, version: null } };
  const run: Run = { actor, answer, settings: { ...saved, nodes }, signal };
  if (node === "keywordExtract") return texts(await plan(run));
  if (citationsOf(answer).length === 0) throw new AppError("answerCitesNothing");
  if (node === "reflectAnswer") return texts(await reflect(run));
  if (node === "deepQuestion") {
    const { items, ...told } = await makeQuestions(actor, run);
    return texts({ ...told, made: items });
  }
  const extract = await makeExtract(actor, EXTRACT_OF_NODE[node], run);
  const { kind, items, by, ms = null, cost = null } = extract;
  return { extract: { kind, items }, texts: [], by, ms, cost };
}

interface Run {
  actor: Actor;
  answer: SearchAnswer;
  settings: ResolvedSearchSettings;
  signal: AbortSignal;
}

const texts = ({ made, by, ms, cost }: NodeMade<string[]>): NodeResultDto => ({
  ...{ extract: null, texts: made, by, ms, cost: cost ?? null },
});

/** The model a node names, else the one that answered. */
async function modelOf({ actor, answer }: Run, modelId: string | null) {
  const model = await nodeModel(actor, modelId, answer.modelId);
  if (!model) throw new AppError("noModel");
  return model;
}

async function plan(run: Run): Promise<NodeMade<string[]>> {
  const { actor, answer, settings, signal } = run;
  const { sessionId, parentId, question } = answer;
  const [{ items }, scope] = await Promise.all([
    readBranch({ id: sessionId, activeLeafId: parentId }, { limit: EARLIER + 1 }),
    scopeOf(actor, sessionId),
  ]);
  // A quick search makes no queries; tried, it makes those of a usual one.
  const mode = scope.mode === "quick" ? "balanced" : scope.mode;
  const earlier = items.filter(({ id }) => id !== parentId).reverse();
  const { made, ...told } = await callNode(QUERIES, {
    ...{ actor, model: await modelOf(run, settings.nodes.keywordExtract.modelId), prompt: null, sessionId, signal },
    messages: planMessages(settings, { question, earlier, mode }),
  });
  return { ...told, made: distinct(made.queries, []).slice(0, BOUNDS[mode].queries) };
}

async function reflect(run: Run): Promise<NodeMade<string[]>> {
  const { actor, answer, settings, signal } = run;
  const { sessionId, question } = answer;
  const queries = queriesOf(answer);
  const passages = citationsOf(answer).map(({ fileName, quote }) => ({ title: fileName, text: quote }));
  const { made, ...told } = await callNode(QUERIES, {
    ...{ actor, model: await modelOf(run, settings.nodes.reflectAnswer.modelId), prompt: null, sessionId, signal },
    messages: missingMessages(settings, { question, passages, queries }),
  });
  return { ...told, made: distinct(made.queries, queries).slice(0, MISSING_MOST) };
}

/** What was searched for the answer. */
function queriesOf({ parts, question }: SearchAnswer): string[] {
  const steps = parts.flatMap((part) => (part.type === "steps" ? part.steps : []));
  const found = steps.find(({ name }) => name === "plan")?.found ?? [];
  const queries = found.flatMap(({ kind, text }) => (kind === "query" && text ? [text] : []));
  return queries.length > 0 ? queries : [question];
}
