import { openHandler } from "@/lib/features/open-api/open-route";
import { listModels } from "@/lib/features/open-api/service/models";

export const GET = openHandler({
  summary: "Models the key may call (OpenAI)",
  answers: "json",

  scope: "models",
  run: async ({ holder }) => Response.json(await listModels(holder)),
});
