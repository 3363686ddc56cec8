import { handler } from "@/lib/endpoint/route";
import { appliedSettingsDto } from "@/lib/features/configuration/dto";
import { applySettings } from "@/lib/features/configuration/service/settings-file";
import { SETTINGS_FILE_MAX, settingsApply } from "@/lib/features/configuration/settings-schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Bring sections of a settings file in, all or nothing",

  any: [P.CONFIG_BASIC],
  body: settingsApply,
  maxBody: SETTINGS_FILE_MAX,
  audit: "config.import",
  response: appliedSettingsDto,
  run: ({ actor, body }) => applySettings(actor, body),
});
