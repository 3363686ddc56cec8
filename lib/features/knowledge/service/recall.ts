import "server-only";
import { db } from "@/db/client";
import { listAnsweringSets } from "@/db/queries/knowledge/files";
import { APP } from "@/lib/areas/apps";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import { P } from "@/lib/permissions/codes";
import { search } from "@/lib/retrieval/search";
import type { RecallDto } from "../dto";
import type { RecallInput } from "../schema";
import { requireBase } from "./bases";

/** The slices of up to three bases that answer a question, best first, with the score of each step. Throws notFound. */
export async function recall(actor: Actor, { baseIds, ...request }: RecallInput): Promise<RecallDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  for (const id of baseIds) await requireBase(actor, id, "view");
  const sets = new Map((await listAnsweringSets(db(), subjectsOf(actor), baseIds)).map((set) => [set.setId, set]));
  const { hits, timings } = await search(actor, { ...request, app: APP.KNOWLEDGE, setIds: [...sets.keys()] });
  return {
    hits: hits.flatMap(({ sliceId, setId, versionId, part, heading, from, to, text, score, scores }) => {
      const set = sets.get(setId);
      if (!set) return [];
      const { fileId, fileName, baseId } = set;
      return [{ sliceId, fileId, fileName, baseId, versionId, page: part, heading, from, to, text, score, scores }];
    }),
    timings,
  };
}
