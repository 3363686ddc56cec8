import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { recallInput } from "@/lib/features/knowledge/schema";
import { recall } from "@/lib/features/knowledge/service/recall";
import { openHandler } from "@/lib/features/open-api/open-route";

export const POST = openHandler({
  summary: "Passages of knowledge bases that answer a question",
  answers: "json",
  exempt: "changes nothing",

  scope: "knowledge",
  body: recallInput,
  run: async ({ holder, body }) => Response.json(await recall(await knowledgeCaller(holder), body)),
});
