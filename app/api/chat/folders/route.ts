import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { chatFolderDto } from "@/lib/features/chat/dto";
import { chatFolder } from "@/lib/features/chat/schema";
import { createFolder, listFolders } from "@/lib/features/chat/service/folders";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "List own folders of chats",
  any: [P.CHAT],
  response: listOf(chatFolderDto),
  run: ({ actor }) => listFolders(actor),
});

export const POST = handler({
  summary: "Make a folder of chats",
  exempt: "a person's own folder of chats",

  any: [P.CHAT],
  body: chatFolder,
  response: chatFolderDto,
  run: ({ actor, body }) => createFolder(actor, body.name),
});
