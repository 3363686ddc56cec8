import { handler, idParam } from "@/lib/endpoint/route";
import { embeddingDto } from "@/lib/features/knowledge/retrieval-dto";
import { embeddingChoice, embeddingQuery } from "@/lib/features/knowledge/schema";
import { changeEmbedding, dropEmbedding, readEmbedding } from "@/lib/features/knowledge/service/embedding-change";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The embedding model of a knowledge base, and what a change to another costs",
  any: [P.KB_MANAGE],
  params: idParam,
  query: embeddingQuery,
  response: embeddingDto,
  run: ({ actor, params, query }) => readEmbedding(actor, params.id, query.modelId),
});

export const POST = handler({
  summary: "Change the embedding model of a knowledge base",
  audit: "knowledge.base.embedding",
  any: [P.KB_MANAGE],
  params: idParam,
  body: embeddingChoice,
  response: embeddingDto,
  run: ({ actor, params, body }) => changeEmbedding(actor, params.id, body.embeddingModelId),
});

export const DELETE = handler({
  summary: "Give up the change of the embedding model of a knowledge base",
  exempt: "ends work under way; what it changes is what was before",
  any: [P.KB_MANAGE],
  params: idParam,
  response: embeddingDto,
  run: ({ actor, params }) => dropEmbedding(actor, params.id),
});
