import "server-only";
import { z } from "zod";
import type { Working } from "@/lib/conversation/kind";
import { passagesBlock } from "@/lib/grounding/passages";
import { log } from "@/lib/log";
import type { ChatMessage } from "@/lib/models/types";
import { textOfParts } from "@/lib/stream/history";
import { prose } from "@/lib/text/line";
import { cut } from "@/lib/text/storable";
import { BOUNDS, type SearchMode } from "../../modes";
import { DEEP_PLAN_RULES, MISSING_RULES, PLAN_RULES } from "../../prompt";
import { callNode, nodeModel } from "../nodes";
import { nodePrompt, type ResolvedSearchSettings } from "../settings/settings";
import type { PagePassage } from "./passages";
import type { AboutWeb } from "./speech";

/** Of a query, characters. */
const QUERY_MAX = 300;
/** A query over several lines is one all the same. */
export const QUERIES = z.object({ queries: z.array(prose(2000).transform((text) => text.replace(/\s+/g, " "))) });
/** A question this short leans on the one before it, where no model makes it stand by itself, characters. */
const SHORT_QUESTION = 40;
/** Earlier rounds a model is shown, characters each. */
const SHOWN = { rounds: 4, characters: 600 };
/** Queries for what is missing, at a time. */
export const MISSING_MOST = 3;
/** Passages looked at for what is missing, and characters of each. */
const JUDGED = { passages: 16, characters: 700 };

/** What is searched: the question itself, and where the mode asks for it queries a model makes of it. */
export async function planQueries(input: AboutWeb, working: Working): Promise<string[]> {
  const { question, scope, settings, context, model } = input;
  const { steps, signal } = working;
  const bounds = BOUNDS[scope.mode];
  const itself = withEarlier(input);
  if (scope.mode === "quick") {
    steps.skip("plan", "notNeeded");
    return itself;
  }
  const actor = await working.actorNow();
  const node = settings.nodes.keywordExtract;
  const planner = await nodeModel(actor, node.modelId, model.id);
  if (!planner) {
    steps.skip("plan", "noModel");
    return itself;
  }
  try {
    return await steps.do("plan", async (facts, step) => {
      const { made } = await callNode(QUERIES, {
        ...{ actor, model: planner, prompt: node.version, sessionId: context.sessionId, signal, step },
        messages: planMessages(settings, { question, earlier: context.path, mode: scope.mode }),
      });
      const queries = distinct(made.queries, []).slice(0, bounds.queries);
      step.found.push(...queries.map((text) => ({ kind: "query" as const, text })));
      facts.queries = queries.length;
      return queries.length > 0 ? distinct([...queries, question], []).slice(0, bounds.queries + 1) : itself;
    });
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, sessionId: context.sessionId }, "search not planned; looked up as asked");
    return itself;
  }
}

/** Queries for what passages leave open; none where they are enough, or nobody can tell. */
export async function missingQueries(
  input: AboutWeb,
  { passages, queries }: { passages: readonly PagePassage[]; queries: readonly string[] },
  working: Working,
): Promise<string[]> {
  const { question, settings, context, model } = input;
  const { signal } = working;
  const actor = await working.actorNow();
  const node = settings.nodes.reflectAnswer;
  const judge = await nodeModel(actor, node.modelId, model.id);
  if (!judge) return [];
  const shown = passages.map(({ hit, page }) => ({ title: page.title, text: hit.text }));
  try {
    return await working.steps.do("plan", async (facts, step) => {
      const { made } = await callNode(QUERIES, {
        ...{ actor, model: judge, prompt: node.version, sessionId: context.sessionId, signal, step },
        messages: missingMessages(settings, { question, passages: shown, queries }),
      });
      const more = distinct(made.queries, queries).slice(0, MISSING_MOST);
      step.found.push(...[...queries, ...more].map((text) => ({ kind: "query" as const, text })));
      facts.queries = queries.length + more.length;
      return more;
    });
  } catch (err) {
    signal.throwIfAborted();
    log().warn({ err, sessionId: context.sessionId }, "what is missing was not looked for");
    return [];
  }
}

interface ToPlan {
  question: string;
  /** What was said before it, newest first. */
  earlier: readonly { role: string; parts: unknown }[];
  mode: SearchMode;
}

/** What a model is told that makes queries of a question. */
export function planMessages(settings: ResolvedSearchSettings, about: ToPlan): ChatMessage[] {
  const rules = about.mode === "deep" ? DEEP_PLAN_RULES : PLAN_RULES;
  return [
    { role: "system", content: `${rules} At most ${BOUNDS[about.mode].queries}.` },
    { role: "user", content: nodePrompt(settings, "keywordExtract", { question: asked(about) }) },
  ];
}

interface ToJudge {
  question: string;
  passages: readonly { title: string; text: string }[];
  /** Those already made. */
  queries: readonly string[];
}

/** What a model is told that looks for what passages leave open. */
export function missingMessages(
  settings: ResolvedSearchSettings,
  { question, passages, queries }: ToJudge,
): ChatMessage[] {
  const shown = passages.slice(0, JUDGED.passages).map(({ title, text }, index) => ({
    ...{ n: index + 1, name: title, kind: "section" as const, part: 1, text: cut(text, JUDGED.characters) },
  }));
  const prompt = nodePrompt(settings, "reflectAnswer", { question, passages: passagesBlock(shown) });
  return [
    { role: "system", content: MISSING_RULES },
    { role: "user", content: `${prompt}\n\n<queries>\n${queries.join("\n")}\n</queries>` },
  ];
}

/** Queries without those that say the same as another, or as a known one. */
export function distinct(queries: readonly string[], known: readonly string[]): string[] {
  const seen = new Set(known.map((one) => one.toLowerCase()));
  return queries
    .map((one) => cut(one.trim(), QUERY_MAX))
    .filter((one) => {
      const key = one.toLowerCase();
      if (one === "" || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function withEarlier({ question, context }: Pick<AboutWeb, "question" | "context">): string[] {
  const before = context.path.find(({ role }) => role === "user");
  const above = [...question].length < SHORT_QUESTION && before ? textOfParts(before.parts) : "";
  return [cut(question, QUERY_MAX), ...(above ? [cut(`${question} ${above}`, QUERY_MAX)] : [])];
}

/** The question, with what was said before it. */
function asked({ question, earlier: before }: Pick<ToPlan, "question" | "earlier">): string {
  const earlier = before
    .slice(0, SHOWN.rounds)
    .reverse()
    .map(({ role, parts }) => `${role}: ${cut(textOfParts(parts), SHOWN.characters)}`);
  return earlier.length > 0 ? `${question}\n\n<conversation>\n${earlier.join("\n")}\n</conversation>` : question;
}
