import { settingsDto } from "@/lib/conversation/dto";
import { settingsPatch } from "@/lib/conversation/settings";
import { handler, idParam } from "@/lib/endpoint/route";
import { changeChatSettings, readSettings } from "@/lib/features/chat/service/settings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Settings of a chat",

  any: [P.CHAT],
  params: idParam,
  response: settingsDto,
  run: ({ actor, params }) => readSettings(actor, params.id),
});

export const PATCH = handler({
  summary: "Change settings of a chat",
  exempt: "a person's own chat",

  any: [P.CHAT],
  params: idParam,
  body: settingsPatch,
  response: settingsDto,
  run: ({ actor, params, body }) => changeChatSettings(actor, params.id, body),
});
