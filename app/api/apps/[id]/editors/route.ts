import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { editorsDto } from "@/lib/features/apps/dto";
import { editorBeat } from "@/lib/features/apps/schema";
import { beatEditor, leaveEditor } from "@/lib/features/apps/service/editors";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Say that an app is being edited",
  exempt: "who has an editor open at this moment",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  body: editorBeat,
  response: editorsDto,
  run: ({ actor, params, body }) => beatEditor(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Say that an app is no longer being edited",
  exempt: "who has an editor open at this moment",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => leaveEditor(actor, params.id),
});
