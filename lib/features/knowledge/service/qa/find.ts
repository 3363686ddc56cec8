import "server-only";
import { db } from "@/db/client";
import {
  type AnsweringQaRow,
  findPhraseDimensions,
  listAnsweringQas,
  listBaseModels,
  listPhrasesByVector,
  listPhrasesByWords,
} from "@/db/queries/knowledge/qa-search";
import { APP } from "@/lib/areas/apps";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { log } from "@/lib/log";
import { resolveModelOf } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import { embeddingModel } from "@/lib/retrieval/build";
import { questionVector } from "@/lib/retrieval/search";
import type { Money } from "@/lib/stream/parts";
import { wordsKey } from "@/lib/text/words-key";
import { DIFFERING, isOneWordOff, likenessOfWords, mayBeSame } from "./likeness";
import { lookupTerms, neededTerms, type QuestionWords, readQuestion } from "./question-words";
import { phraseOf } from "./vectors";

/** Phrases that are looked at closely: those that share the most words, and the nearest in meaning. */
const BY_WORDS = 40;
const BY_MEANING = 10;

interface Asked {
  /** Bases the question is put to, or all the person may use; the center's pairs come after theirs. */
  baseIds: readonly string[] | "all";
  question: string;
  /** Likeness from which a pair answers, 0 to 1. */
  minScore: number;
  sessionId?: string;
  onCost?: (cost: Money | null) => void;
  /** Whom vectors are charged to, where that is not the person whose rights count. */
  payer?: Actor;
}

export interface FoundQa {
  qa: AnsweringQaRow;
  /** The very question, one in other words, or one that means the same. */
  by: "same" | "words" | "meaning";
  score: number;
}

type Match = Pick<FoundQa, "by" | "score"> & { qaId: string; baseId: string | null };

/**
 * The pair that answers a question, of those that may answer this person at this moment; null for none. Words are asked
 * first, and only where they find none the models of the bases' vectors. Differing figures, dates, names or a denial never
 * match, however alike two questions are. What a model fails with costs nothing but its vectors.
 */
export async function findQa(actor: Actor, asked: Asked): Promise<FoundQa | null> {
  const read = readQuestion(asked.question);
  const match = best(await byWords(actor, asked, read)) ?? best(await byMeaning(actor, asked, read));
  if (!match) return null;
  const [qa] = await listAnsweringQas(db(), subjectsOf(actor), [match.qaId]);
  return qa ? { qa, by: match.by, score: match.score } : null;
}

/** Of a base before the center's, then the likest. */
function best(matches: readonly Match[]): Match | undefined {
  const rank = ({ baseId, by }: Match) => (baseId === null ? 2 : 0) + (by === "same" ? 0 : 1);
  return [...matches].sort((a, b) => rank(a) - rank(b) || b.score - a.score || (a.qaId < b.qaId ? -1 : 1))[0];
}

async function byWords(actor: Actor, { baseIds, question, minScore }: Asked, read: QuestionWords): Promise<Match[]> {
  const key = wordsKey(question);
  // Above this nothing may be left out of what is asked about: few phrases have all of it.
  const needed = minScore > DIFFERING ? neededTerms(read) : [];
  const isStrict = needed.length > 0;
  const terms = isStrict ? needed : lookupTerms(read);
  const rows = await listPhrasesByWords(db(), subjectsOf(actor), { baseIds, key, terms, isStrict, limit: BY_WORDS });
  return rows.flatMap(({ qaId, baseId, key: of, ...pair }): Match[] => {
    if (of === key) return [{ qaId, baseId, by: "same", score: 1 }];
    const other = readQuestion(phraseOf(of, pair));
    const score = mayBeSame(read, other) ? likenessOfWords(read, other) : 0;
    return score >= minScore ? [{ qaId, baseId, by: "words", score }] : [];
  });
}

async function byMeaning(actor: Actor, asked: Asked, read: QuestionWords): Promise<Match[]> {
  const { baseIds, minScore, payer = actor } = asked;
  const matches: Match[] = [];
  for (const modelId of await modelsOf(payer, baseIds)) {
    const vector = await vectorOf(payer, modelId, asked);
    if (!vector) continue;
    const near = { baseIds, modelId, vector, limit: BY_MEANING };
    for (const { qaId, baseId, key, score, ...pair } of await listPhrasesByVector(db(), subjectsOf(actor), near)) {
      if (score < minScore) break;
      const other = readQuestion(phraseOf(key, pair));
      if (mayBeSame(read, other) && !isOneWordOff(read, other)) matches.push({ qaId, baseId, by: "meaning", score });
    }
  }
  return matches;
}

/** Models that may have made vectors of the pairs: those of the bases, and the default, which the center's are made by. */
async function modelsOf(actor: Actor, baseIds: readonly string[] | "all"): Promise<string[]> {
  const usual = await embeddingModel(actor);
  const own = baseIds === "all" ? [] : await listBaseModels(db(), baseIds);
  return [...new Set([...own, ...(usual && !isBuiltin(usual) ? [usual.id] : [])])];
}

async function vectorOf(actor: Actor, modelId: string, { question, sessionId, onCost }: Asked) {
  try {
    const stored = await findPhraseDimensions(db(), modelId);
    if (stored === null) return null;
    const model = await resolveModelOf(actor, modelId, ["vector"]);
    if (isBuiltin(model)) return null;
    const calls = { app: APP.KNOWLEDGE, sessionId, onCost };
    return (await questionVector(actor, { ...calls, query: question.trim(), model, stored }))?.vector ?? null;
  } catch (err) {
    log().warn({ err, modelId }, "question could not be embedded; pairs are found by words only");
    return null;
  }
}
