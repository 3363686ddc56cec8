import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { appBaseParams } from "@/lib/features/apps/schema";
import { askForBase } from "@/lib/features/apps/service/audience";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask whoever may show a base to show it to the users of an app",
  exempt: "a wish, told to those who decide",
  any: [P.APPS_WORKBENCH],
  params: appBaseParams,
  response: nothing,
  run: ({ actor, params }) => askForBase(actor, params),
});
