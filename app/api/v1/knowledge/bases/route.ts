import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { baseQuery, newBase } from "@/lib/features/knowledge/schema";
import { createBase, listBases } from "@/lib/features/knowledge/service/bases";
import { openHandler } from "@/lib/features/open-api/open-route";

export const GET = openHandler({
  summary: "Knowledge bases the key's owner may use",
  answers: "json",

  scope: "knowledge",
  query: baseQuery,
  run: async ({ holder, query }) => Response.json(await listBases(await knowledgeCaller(holder), query)),
});

export const POST = openHandler({
  summary: "Create a knowledge base",
  answers: "json",
  exempt: "a call of the Open API: the service logs what it changes",

  scope: "knowledge",
  body: newBase,
  run: async ({ holder, body }) => Response.json(await createBase(await knowledgeCaller(holder), body)),
});
