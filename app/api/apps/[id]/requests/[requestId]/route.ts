import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { requestDecision, requestParams } from "@/lib/features/apps/schema";
import { decideAppRequest } from "@/lib/features/apps/service/requests";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Grant a wish to use an app, or decline it",
  audit: "app.access.grant",
  any: [P.APPS_WORKBENCH],
  params: requestParams,
  body: requestDecision,
  response: nothing,
  run: ({ actor, params, body }) => decideAppRequest(actor, { ...params, ...body }),
});
