import { chatFolder } from "@/lib/features/chat/schema";
import { deleteFolder, renameFolder } from "@/lib/features/chat/service/folders";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.CHAT],
  params: idParam,
  body: chatFolder,
  run: ({ actor, params, body }) => renameFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => deleteFolder(actor, params.id),
});
