import { listModels } from "@/lib/features/open-api/service/models";
import { openHandler } from "@/lib/http/open-route";

export const GET = openHandler({
  scope: "models",
  run: async ({ holder }) => Response.json(await listModels(holder)),
});
