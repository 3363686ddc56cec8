import { idParam } from "@/lib/endpoint/route";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { deleteFile, readFile } from "@/lib/features/knowledge/service/files";
import { openHandler } from "@/lib/features/open-api/open-route";

export const GET = openHandler({
  summary: "A file of a knowledge base, with its state",
  answers: "json",

  scope: "knowledge",
  params: idParam,
  run: async ({ holder, params }) => Response.json(await readFile(await knowledgeCaller(holder), params.id)),
});

/** It goes to the trash, from which people can take it back. */
export const DELETE = openHandler({
  summary: "Take a file out of a knowledge base",
  answers: "json",
  exempt: "a call of the Open API: the service logs what it changes",

  scope: "knowledge",
  params: idParam,
  run: async ({ holder, params }) => {
    await deleteFile(await knowledgeCaller(holder), params.id);
    return Response.json({ id: params.id, deleted: true });
  },
});
