import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { chatFolder } from "@/lib/features/chat/schema";
import { deleteFolder, renameFolder } from "@/lib/features/chat/service/folders";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Rename a folder of chats",
  exempt: "a person's own folder of chats",

  any: [P.CHAT],
  params: idParam,
  body: chatFolder,
  response: nothing,
  run: ({ actor, params, body }) => renameFolder(actor, params.id, body.name),
});

export const DELETE = handler({
  summary: "Delete a folder; its chats stay",
  exempt: "a person's own folder of chats",

  any: [P.CHAT],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteFolder(actor, params.id),
});
