import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { termsVersionDto } from "@/lib/features/terms/dto";
import { termsPatch } from "@/lib/features/terms/schema";
import { changeTermsDraft, discardTermsDraft, readTerms } from "@/lib/features/terms/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A version of the terms with its texts",

  any: [P.CONFIG_TERMS],
  params: idParam,
  response: termsVersionDto,
  run: ({ actor, params }) => readTerms(actor, params.id),
});

export const PATCH = handler({
  summary: "Change the draft",

  any: [P.CONFIG_TERMS],
  params: idParam,
  body: termsPatch,
  audit: "terms.change",
  response: termsVersionDto,
  run: ({ actor, params, body }) => changeTermsDraft(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Throw the draft away",

  any: [P.CONFIG_TERMS],
  params: idParam,
  audit: "terms.discard",
  response: nothing,
  run: ({ actor, params }) => discardTermsDraft(actor, params.id),
});
