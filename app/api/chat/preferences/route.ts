import { chatSettingsDto } from "@/lib/conversation/dto";
import { settingsPatch } from "@/lib/conversation/settings";
import { handler } from "@/lib/endpoint/route";
import { changePersonSettings } from "@/lib/features/chat/service/settings";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "Change the settings new chats begin with",
  exempt: "a preference of the person's own",

  any: [P.CHAT],
  body: settingsPatch,
  response: chatSettingsDto,
  run: ({ actor, body }) => changePersonSettings(actor, body),
});
