import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { appTransfer } from "@/lib/features/apps/schema";
import { transferApp } from "@/lib/features/apps/service/copies";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give an app to another person",
  audit: "app.transfer",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: appTransfer,
  response: nothing,
  run: ({ actor, params, body }) => transferApp(actor, params.id, body.userId),
});
