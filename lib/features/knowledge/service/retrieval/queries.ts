import "server-only";
import { db } from "@/db/client";
import type { TurnNode } from "@/db/queries/conversation/turns";
import type { Actor } from "@/lib/auth/actor";
import type { RetrievalSettings, Rewriting } from "@/lib/config/knowledge-retrieval";
import { log } from "@/lib/log";
import { resolveSetChatModel } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import type { SearchCalls } from "@/lib/retrieval/types";
import { LANGUAGES_MAX, type Query, rewrite } from "../chat/rewrite";
import { languagesOf } from "./languages";

interface Asked {
  id: string;
  settings: RetrievalSettings;
}

interface Asking {
  question: string;
  /** The branch above it, newest first; none: it is asked by itself. */
  path?: readonly TurnNode[];
  bases: readonly Asked[];
  /** Whoever asks wants none of it. */
  isOff?: boolean;
  /** What rewrites where a base names no model; unset: the default. */
  modelId?: string;
}

/** A base whose question is rewritten, into these languages, by this model. */
interface Wish {
  id: string;
  languages: string[];
  by: ResolvedModel;
}

/** How bases are asked: which are to have the question rewritten, and by the id of each what becomes of that. */
export interface RewritePlan {
  wishes: Wish[];
  states: Map<string, Rewriting>;
}

/** Which bases want a question rewritten (spec 3), as they are set, and which of them have it rewritten, with why not. */
export async function planRewrites(
  actor: Actor,
  { question, path = [], bases, isOff, modelId }: Asking,
): Promise<RewritePlan> {
  const wishes: Wish[] = [];
  const states = new Map<string, Rewriting>();
  for (const { id, settings } of bases) {
    if (isOff || !settings.rewriteEnabled) {
      states.set(id, "off");
      continue;
    }
    const languages = await languagesOf(db(), { id, settings, question });
    if (path.length === 0 && languages.length === 0) {
      states.set(id, "notNeeded");
      continue;
    }
    const by = await resolveSetChatModel(actor, settings.rewriteModelId ?? modelId).catch(() => null);
    if (!by || isBuiltin(by)) states.set(id, "noModel");
    else wishes.push({ id, languages, by });
  }
  return { wishes, states };
}

interface Rewritten {
  /** By the id of a base the words it is searched by, beside the person's own. */
  queries: Map<string, readonly Query[]>;
  /** All that was made, each once. */
  made: Query[];
}

/** Carries a plan out, once for each model. Throws what a call fails with. */
export async function rewriteFor(
  actor: Actor,
  { question, path = [] }: Pick<Asking, "question" | "path">,
  { wishes }: Pick<RewritePlan, "wishes">,
  calls: Omit<SearchCalls, "app"> & { signal?: AbortSignal },
): Promise<Rewritten> {
  const queries = new Map<string, readonly Query[]>();
  const all = new Map<string, Query>();
  for (const [, of] of Map.groupBy(wishes, ({ by }) => by.id)) {
    const languages = [...new Set(of.flatMap((wish) => wish.languages))].slice(0, LANGUAGES_MAX);
    const made = await rewrite(actor, { question, path, languages, model: of[0]!.by, ...calls });
    for (const one of made) if (!all.has(one.text)) all.set(one.text, one);
    for (const { id, languages: own } of of) {
      const mine = made.filter(({ language }) => language === null || own.includes(language));
      // The person's own words are searched too: a model may have lost some.
      queries.set(id, mine.some(({ text }) => text === question) ? mine : [...mine, asIs(question)]);
    }
  }
  return { queries, made: [...all.values()] };
}

/** A question in its own words. */
export const asIs = (text: string): Query => ({ text, language: null });

interface Put {
  queries: readonly Query[];
  rewriting: Rewriting;
}

/** A question that is asked by itself, in the words each base is searched by; one that cannot be rewritten is put as it stands. */
export async function queriesFor(
  actor: Actor,
  asking: Omit<Asking, "path">,
  calls: Omit<SearchCalls, "app"> & { signal?: AbortSignal },
): Promise<ReadonlyMap<string, Put>> {
  const { question, bases } = asking;
  const plan = await planRewrites(actor, asking);
  const { states, wishes } = plan;
  const rewritten = await rewriteFor(actor, asking, plan, calls).catch((err: unknown) => {
    calls.signal?.throwIfAborted();
    log().warn({ err, bases: wishes.map(({ id }) => id) }, "question not rewritten; searched as it stands");
    return null;
  });
  return new Map(
    bases.map(({ id }) => [
      id,
      {
        queries: rewritten?.queries.get(id) ?? [asIs(question)],
        rewriting: states.get(id) ?? (rewritten ? "done" : "failed"),
      },
    ]),
  );
}
