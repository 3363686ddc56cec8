import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { settingsDto } from "@/lib/features/gateway/dto";
import { settingsPatch } from "@/lib/features/gateway/log-schema";
import { changeSettings, readSettings } from "@/lib/features/gateway/service/settings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Currency and request log settings",
  any: [P.GATEWAY],
  response: settingsDto,
  run: ({ actor }) => readSettings(actor),
});

export const PATCH = handler({
  summary: "Change currency or request log settings",

  any: [P.GATEWAY],
  audit: "gateway.settings.change",
  body: settingsPatch,
  response: nothing,
  run: ({ actor, body }) => changeSettings(actor, body),
});
