import { handler } from "@/lib/endpoint/route";
import { exportSettings } from "@/lib/features/configuration/service/settings-file";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "All settings as one file, without secrets",
  answers: "file",

  any: [P.CONFIG_BASIC],
  audit: "config.export",
  run: ({ actor }) => exportSettings(actor),
});
