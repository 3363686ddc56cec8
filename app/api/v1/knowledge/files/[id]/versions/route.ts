import { idParam } from "@/lib/endpoint/route";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { replaceFile } from "@/lib/features/knowledge/service/versions";
import { openHandler } from "@/lib/features/open-api/open-route";
import { uploadForm } from "@/lib/files/upload-form";

/** Multipart `file`; the earlier version answers until the new one is ready. */
export const POST = openHandler({
  summary: "Replace a file of a knowledge base by a newer version",
  answers: "json",
  exempt: "a call of the Open API: the service logs what it changes",

  scope: "knowledge",
  params: idParam,
  multipart: uploadForm,
  run: async ({ holder, params, request }) =>
    Response.json(await replaceFile(await knowledgeCaller(holder), params.id, request)),
});
