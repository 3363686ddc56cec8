import { changePersonSettings } from "@/lib/features/chat/service/settings";
import { settingsPatch } from "@/lib/features/chat/settings";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.CHAT],
  body: settingsPatch,
  run: ({ actor, body }) => changePersonSettings(actor, body),
});
