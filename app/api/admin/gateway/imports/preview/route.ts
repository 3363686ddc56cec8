import { handler } from "@/lib/endpoint/route";
import { importDto } from "@/lib/features/gateway/import/dto";
import { importLook } from "@/lib/features/gateway/import/schema";
import { previewImport } from "@/lib/features/gateway/service/imports";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "What channels of new-api or one-api would become",
  exempt: "looks at what was pasted and changes nothing",
  any: [P.GATEWAY],
  body: importLook,
  response: importDto,
  run: ({ actor, body }) => previewImport(actor, body),
});
