import { z } from "zod";
import { idParam } from "@/lib/endpoint/route";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { knowledgeFileQuery, uploadFields } from "@/lib/features/knowledge/schema";
import { listFiles } from "@/lib/features/knowledge/service/files";
import { addFiles } from "@/lib/features/knowledge/service/upload";
import { openHandler } from "@/lib/features/open-api/open-route";

export const GET = openHandler({
  summary: "Files of a knowledge base",
  answers: "json",

  scope: "knowledge",
  params: idParam,
  query: knowledgeFileQuery,
  run: async ({ holder, params, query }) =>
    Response.json(await listFiles(await knowledgeCaller(holder), params.id, query)),
});

/** Ten files at most; each is taken in or refused by itself. */
export const POST = openHandler({
  summary: "Upload files into a knowledge base",
  answers: "json",
  exempt: "a call of the Open API: the service logs what it changes",

  scope: "knowledge",
  params: idParam,
  multipart: z.object({ files: z.array(z.file()), ...uploadFields.shape }),
  run: async ({ holder, params, request, locale }) =>
    Response.json(await addFiles(await knowledgeCaller(holder), params.id, { request, locale })),
});
