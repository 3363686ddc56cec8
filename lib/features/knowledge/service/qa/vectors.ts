import "server-only";
import { z } from "zod";
import { db } from "@/db/client";
import { findTargetModel } from "@/db/queries/knowledge/embedding";
import { listPhrasesWithoutVector, setPhraseVectors } from "@/db/queries/knowledge/qa-search";
import { APP } from "@/lib/areas/apps";
import { ownerNow } from "@/lib/auth/delegated";
import { defineJob } from "@/lib/jobs/define";
import { isBuiltin } from "@/lib/models/templates";
import { P } from "@/lib/permissions/codes";
import { embeddingModel, embedTexts } from "@/lib/retrieval/build";
import { wordsKey } from "@/lib/text/words-key";

/** Phrases of one call. */
const BATCH = 50;

/**
 * Vectors of the questions of pairs, by the model of their base, or the default of whoever wrote them. Until they are there,
 * and where no model knows meanings, pairs are found by their words.
 */
export const makeQaVectors = defineJob({
  name: "knowledge.qa-vectors",
  payload: z.object({ baseId: z.uuid().nullable(), authorId: z.uuid() }),
  attempts: 3,
  run: async ({ baseId, authorId }, { jobId, signal }) => {
    const author = await ownerNow(authorId, [P.KB_MANAGE, P.KB_CENTER], {
      requestId: jobId,
      address: "",
      userAgent: "",
    });
    if (!author) return;
    const wanted = baseId === null ? null : await findTargetModel(db(), baseId);
    const model = await embeddingModel(author, wanted ?? undefined);
    if (!model || isBuiltin(model)) return;
    for (;;) {
      signal.throwIfAborted();
      const rows = await listPhrasesWithoutVector(db(), { baseId, modelId: model.id, limit: BATCH });
      if (rows.length === 0) return;
      const inputs = rows.map(({ key, question, synonyms }) => phraseOf(key, { question, synonyms }));
      const vectors = await embedTexts({ viewer: author, app: APP.KNOWLEDGE, model, inputs, signal });
      await db().transaction((tx) =>
        setPhraseVectors(
          tx,
          model.id,
          rows.map(({ id }, at) => ({ id, embedding: vectors[at]! })),
        ),
      );
    }
  },
});

/** The words of a phrase: which of a pair's questions it is, its key says. */
export const phraseOf = (key: string, { question, synonyms }: { question: string; synonyms: readonly string[] }) =>
  [question, ...synonyms].find((text) => wordsKey(text) === key) ?? question;
