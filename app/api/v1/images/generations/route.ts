import { openHandler } from "@/lib/features/open-api/open-route";
import { imageBody } from "@/lib/features/open-api/schema";
import { createImages } from "@/lib/features/open-api/service/images";

export const POST = openHandler({
  summary: "Draw pictures (OpenAI)",
  answers: "json",
  exempt: "a call of the Open API: the ledger counts it",

  scope: "images",
  body: imageBody,
  run: async ({ holder, body, request }) => Response.json(await createImages(holder, body, request.signal)),
});
