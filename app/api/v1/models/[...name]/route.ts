import { z } from "zod";
import { openHandler } from "@/lib/features/open-api/open-route";
import { findModel } from "@/lib/features/open-api/service/models";
import { identifier } from "@/lib/text/line";

/** Names of models may hold slashes. */
const params = z.object({ name: z.array(identifier(200)).min(1).max(5) });

export const GET = openHandler({
  summary: "One model (OpenAI)",
  answers: "json",

  scope: "models",
  params,
  run: async ({ holder, params: { name } }) => Response.json(await findModel(holder, name.join("/"))),
});
