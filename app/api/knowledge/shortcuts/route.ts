import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { shortcutDto } from "@/lib/features/knowledge/dto";
import { shortcutList } from "@/lib/features/knowledge/schema";
import { changeShortcuts, readShortcuts } from "@/lib/features/knowledge/service/shortcuts";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Knowledge bases at hand",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  response: listOf(shortcutDto),
  run: ({ actor }) => readShortcuts(actor),
});

export const PUT = handler({
  summary: "Choose the knowledge bases at hand",
  exempt: "a person's own order of things",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  body: shortcutList,
  response: listOf(shortcutDto),
  run: ({ actor, body }) => changeShortcuts(actor, body.ids),
});
