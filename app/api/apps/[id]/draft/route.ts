import { handler, idParam } from "@/lib/endpoint/route";
import { draftDto, savedDraftDto } from "@/lib/features/apps/dto";
import { appDraft } from "@/lib/features/apps/schema";
import { changeDraft, readDraft } from "@/lib/features/apps/service/drafts";
import { FLOW_CHARACTERS_MAX } from "@/lib/features/apps/workflow/limits";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Settings an app is being given",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: draftDto,
  run: ({ actor, params }) => readDraft(actor, params.id),
});

export const PUT = handler({
  summary: "Keep settings as the draft of an app",
  exempt: "autosaves are exempt, publishing is logged",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: appDraft,
  response: savedDraftDto,
  maxBody: FLOW_CHARACTERS_MAX * 2,
  run: ({ actor, params, body, locale }) => changeDraft(actor, params.id, body, locale),
});
