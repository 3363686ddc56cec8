import { handler } from "@/lib/endpoint/route";
import { settingsPlanDto } from "@/lib/features/configuration/dto";
import { previewSettings } from "@/lib/features/configuration/service/settings-file";
import { SETTINGS_FILE_MAX, settingsPreview } from "@/lib/features/configuration/settings-schema";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Tell what a settings file would do",

  any: [P.CONFIG_BASIC],
  body: settingsPreview,
  maxBody: SETTINGS_FILE_MAX,
  audit: "config.importPreview",
  looks: "compares a file with what is there",
  response: settingsPlanDto,
  run: ({ actor, body }) => previewSettings(actor, body.file),
});
