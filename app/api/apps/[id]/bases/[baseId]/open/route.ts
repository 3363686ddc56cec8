import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { appBaseParams } from "@/lib/features/apps/schema";
import { openBase } from "@/lib/features/apps/service/audience";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Show a base to the users of an app that answers from it",
  audit: "knowledge.base.change",
  any: [P.APPS_WORKBENCH],
  params: appBaseParams,
  response: nothing,
  run: ({ actor, params }) => openBase(actor, params),
});
