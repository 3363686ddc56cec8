import { idParam } from "@/lib/endpoint/route";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { sliceQuery } from "@/lib/features/knowledge/schema";
import { listSlices } from "@/lib/features/knowledge/service/slices";
import { openHandler } from "@/lib/features/open-api/open-route";

export const GET = openHandler({
  summary: "Slices of a file of a knowledge base",
  answers: "json",

  scope: "knowledge",
  params: idParam,
  query: sliceQuery,
  run: async ({ holder, params, query }) =>
    Response.json(await listSlices(await knowledgeCaller(holder), params.id, query)),
});
