import { readForm } from "@/lib/endpoint/multipart";
import { openHandler } from "@/lib/features/open-api/open-route";
import { imageEditFields } from "@/lib/features/open-api/schema";
import { editImages } from "@/lib/features/open-api/service/images";

/** Sixteen pictures and a mask; together at most, bytes. */
const LIMITS = { maxBytes: 50 * 1024 ** 2, maxFiles: 17 };

export const POST = openHandler({
  summary: "Change pictures (OpenAI)",
  answers: "json",
  exempt: "a call of the Open API: the ledger counts it",

  scope: "images",
  multipart: imageEditFields,
  run: async ({ holder, request }) =>
    Response.json(await editImages(holder, await readForm(request, LIMITS), request.signal)),
});
