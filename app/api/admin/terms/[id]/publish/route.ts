import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { termsPublish } from "@/lib/features/terms/schema";
import { publishTerms } from "@/lib/features/terms/service/versions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Publish the draft; it stays as it is from then on",

  any: [P.CONFIG_TERMS],
  params: idParam,
  body: termsPublish,
  audit: "terms.publish",
  response: nothing,
  run: ({ actor, params, body }) => publishTerms(actor, params.id, body),
});
