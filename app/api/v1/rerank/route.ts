import { openHandler } from "@/lib/features/open-api/open-route";
import { rerankBody } from "@/lib/features/open-api/schema";
import { rerankDocuments } from "@/lib/features/open-api/service/vectors";

export const POST = openHandler({
  summary: "Documents by relevance (Cohere, Jina)",
  answers: "json",
  direct: true,
  exempt: "a call of the Open API: the ledger counts it",

  scope: "rerank",
  body: rerankBody,
  run: async ({ holder, body, request }) => Response.json(await rerankDocuments(holder, body, request.signal)),
});
