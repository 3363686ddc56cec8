import { embeddingBody } from "@/lib/features/open-api/schema";
import { createEmbeddings } from "@/lib/features/open-api/service/vectors";
import { openHandler } from "@/lib/http/open-route";

export const POST = openHandler({
  scope: "embeddings",
  body: embeddingBody,
  run: async ({ holder, body, request }) => Response.json(await createEmbeddings(holder, body, request.signal)),
});
