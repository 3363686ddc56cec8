import { changeChatSettings, readSettings } from "@/lib/features/chat/service/settings";
import { settingsPatch } from "@/lib/features/chat/settings";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CHAT],
  params: idParam,
  run: ({ actor, params }) => readSettings(actor, params.id),
});

export const PATCH = handler({
  any: [P.CHAT],
  params: idParam,
  body: settingsPatch,
  run: ({ actor, params, body }) => changeChatSettings(actor, params.id, body),
});
