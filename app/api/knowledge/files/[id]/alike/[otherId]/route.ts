import { handler } from "@/lib/endpoint/route";
import { alikeTextsDto } from "@/lib/features/knowledge/alike-dto";
import { alikePair } from "@/lib/features/knowledge/schema";
import { alikeTexts } from "@/lib/features/knowledge/service/alike";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read the texts of two files that are nearly the same",
  any: [P.KB_MANAGE],
  params: alikePair,
  response: alikeTextsDto,
  run: ({ actor, params }) => alikeTexts(actor, params.id, params.otherId),
});
