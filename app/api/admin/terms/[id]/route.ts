import { termsPatch } from "@/lib/features/terms/schema";
import { changeTermsDraft, discardTermsDraft, readTerms } from "@/lib/features/terms/service/versions";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CONFIG_TERMS],
  params: idParam,
  run: ({ actor, params }) => readTerms(actor, params.id),
});

export const PATCH = handler({
  any: [P.CONFIG_TERMS],
  params: idParam,
  body: termsPatch,
  audit: "terms.change",
  run: ({ actor, params, body }) => changeTermsDraft(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.CONFIG_TERMS],
  params: idParam,
  audit: "terms.discard",
  run: ({ actor, params }) => discardTermsDraft(actor, params.id),
});
