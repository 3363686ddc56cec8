import "server-only";
import { db } from "@/db/client";
import { hasAnsweringQa } from "@/db/queries/knowledge/qa-search";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { Speech, Working } from "@/lib/conversation/kind";
import { keptSources } from "@/lib/conversation/sources";
import { type FoundQa, findQa } from "../qa/find";
import { citationsOf, placesOf } from "../qa/places";
import type { ChatConfig } from "./config";

interface AskedPairs {
  question: string;
  sessionId: string;
  config: Pick<ChatConfig, "strategy" | "qaMinScore">;
  /** Those of the bases asked that the person may use at a moment. Throws basesGone for none. */
  usable: (actor: Actor) => Promise<{ bases: readonly { id: string }[] }>;
}

/**
 * The answer a person stands for, where a pair of the bases or of the center answers the question; null for none. The step is
 * shown where there are pairs at all, and tells which bases were asked.
 */
export async function curatedAnswer(
  { question, sessionId, config, usable }: AskedPairs,
  working: Working,
): Promise<Speech | null> {
  const { steps, signal } = working;
  const actor = await working.actorNow();
  const baseIds = (await usable(actor)).bases.map(({ id }) => id);
  if (config.strategy !== "qa" && !(await hasAnsweringQa(db(), subjectsOf(actor), baseIds))) return null;
  const found = await steps.do("curated", async (facts, step) => {
    const asked = { baseIds, question, minScore: config.qaMinScore, sessionId, onCost: step.spend };
    const match = await findQa(actor, asked);
    Object.assign(facts, { match: match?.by ?? "none" });
    // What is counted for a base: the one whose pair answers; all of them where it is the center's, or none.
    const counted = match?.qa.baseId ? [match.qa.baseId] : config.strategy === "qa" || match ? baseIds : [];
    step.found.push(...counted.map((baseId) => ({ kind: "base" as const, text: "", baseId })));
    return match;
  });
  signal.throwIfAborted();
  return found && said(actor, found);
}

/** What a pair answers a person, with what it cites of what they may read. */
export async function wordsOf(actor: Actor, { qa }: FoundQa) {
  const citations = await citationsOf(actor, placesOf(qa.citations));
  return { words: withMarks(qa.answer, citations.length), citations };
}

async function said(actor: Actor, found: FoundQa): Promise<Speech> {
  const { words, citations } = await wordsOf(actor, found);
  const { id: qaId, baseId, question, authorName: author, updatedAt, validUntil } = found.qa;
  return {
    ...{ messages: [], options: {}, tools: [] },
    words,
    sources: keptSources(citations),
    curated: {
      ...{ qaId, baseId, question, author },
      updatedAt: updatedAt.toISOString(),
      validUntil: validUntil?.toISOString() ?? null,
    },
  };
}

/** Ends in something a mark cannot stand behind: a table, a quotation, code. */
const ENDS_APART = /(?:^|\n)(?:\||>|```|~~~| {4})[^\n]*$/u;

/** The words as they were written, with the marks of their citations behind the last. */
function withMarks(answer: string, count: number): string {
  if (count === 0) return answer;
  const words = answer.trimEnd();
  const marks = Array.from({ length: count }, (_, at) => `[^c${at + 1}]`).join("");
  return `${words}${ENDS_APART.test(words) ? "\n\n" : ""}${marks}`;
}
