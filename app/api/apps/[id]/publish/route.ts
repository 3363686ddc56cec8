import { handler, idParam } from "@/lib/endpoint/route";
import { publishedDto } from "@/lib/features/apps/dto";
import { publishing } from "@/lib/features/apps/schema";
import { publishApp } from "@/lib/features/apps/service/drafts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Publish the draft of an app",
  audit: "app.publish",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: publishing,
  response: publishedDto,
  run: ({ actor, params, body, locale }) => publishApp(actor, params.id, body, locale),
});
