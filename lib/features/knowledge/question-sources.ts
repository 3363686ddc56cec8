import "server-only";
import { db } from "@/db/client";
import { listBases, listReachableBases } from "@/db/queries/knowledge/bases";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { QuestionSources } from "@/lib/conversation/question-sources";
import { spokenLanguage, spokenTexts } from "@/lib/conversation/spoken";
import { AppError } from "@/lib/errors/errors";
import { canSee } from "@/lib/models/chat";
import { P } from "@/lib/permissions/codes";
import type { MessagePart } from "@/lib/stream/parts";
import { KNOWLEDGE_RULES } from "./prompt";
import { askToOpen, openTo, readReaching } from "./service/audience";
import { configOf } from "./service/chat/config";
import { findMaterial } from "./service/chat/find-material";
import { picturesFor } from "./service/chat/pictures";
import { recall } from "./service/recall";

/** Those of some bases a person may put questions to now, in the order they are named. */
async function usable(actor: Actor, ids: readonly string[]) {
  const rows = hasPermission(actor, P.KB_CHAT) ? await listReachableBases(db(), subjectsOf(actor), ids) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const toPart = ({ id, name }: { id: string; name: string }): MessagePart => ({ type: "base", baseId: id, name });

async function stillUsable(actor: Actor, ids: readonly string[]) {
  const bases = await usable(actor, ids);
  if (bases.length === 0) throw new AppError("basesGone");
  return bases;
}

/** Bases within reach, for the questions of other conversations: searched as knowledge chat searches them. */
export const BASES_IN_QUESTIONS: QuestionSources = {
  type: "base",
  list: async (actor, { ids, keyword, limit }) => {
    if (!hasPermission(actor, P.KB_CHAT)) return [];
    const { rows } = ids
      ? { rows: ids.length > 0 ? await listReachableBases(db(), subjectsOf(actor), ids) : [] }
      : await listBases(
          db(),
          subjectsOf(actor),
          { keyword, right: "view" },
          { page: 1, pageSize: limit, sort: "updated" },
        );
    return rows.slice(0, limit).map(({ id, name, icon }) => ({ id, name, icon }));
  },
  partsOf: async (actor, ids) => {
    requirePermission(actor, P.KB_CHAT);
    const bases = await usable(actor, ids);
    if (bases.length < ids.length) throw new AppError("notFound");
    return bases.map(toPart);
  },
  stillUsable: async (actor, ids) => (await stillUsable(actor, ids)).map(toPart),
  passages: async (actor, ids, { query, topK, ...by }) => {
    const bases = await stillUsable(actor, ids);
    const { hits } = await recall(actor, { baseIds: bases.map(({ id }) => id), query, topK }, by);
    return {
      passages: hits.map(({ text, fileId, fileName, heading, page, score }) => ({
        ...{ text, fileId, fileName, heading, score },
        page: page ?? null,
      })),
      withdrawn: ids.length - bases.length,
    };
  },
  reaching: readReaching,
  openTo,
  askToOpen,
  find: async (ids, asked, working) => {
    const now = await working.actorNow();
    const [config, bases] = await Promise.all([configOf(now.id), stillUsable(now, ids)]);
    // What an app sets goes before how a person has their own chats searched.
    const { rewriteEnabled, selectedCount } = asked.retrieval ?? {};
    const rewrite = rewriteEnabled ?? config.rewrite;
    const topK = selectedCount ? selectedCount * bases.length : config.topK;
    const material = await findMaterial(
      {
        ...{ ...asked, bases, topK, rewrite },
        usable: async (actor) => {
          const left = await stillUsable(actor, ids);
          return { bases: left, withdrawn: ids.length - left.length };
        },
      },
      working,
    );
    if (!material) return { material, words: spokenTexts(spokenLanguage(asked.question))("notThere") };
    const pictures = canSee(asked.model) ? await picturesFor(material.passages) : [];
    return { material, rules: KNOWLEDGE_RULES, pictures };
  },
};
