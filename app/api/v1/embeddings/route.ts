import { openHandler } from "@/lib/features/open-api/open-route";
import { embeddingBody } from "@/lib/features/open-api/schema";
import { createEmbeddings } from "@/lib/features/open-api/service/vectors";

export const POST = openHandler({
  summary: "Vectors of texts (OpenAI)",
  answers: "json",
  direct: true,
  exempt: "a call of the Open API: the ledger counts it",

  scope: "embeddings",
  body: embeddingBody,
  run: async ({ holder, body, request }) => Response.json(await createEmbeddings(holder, body, request.signal)),
});
