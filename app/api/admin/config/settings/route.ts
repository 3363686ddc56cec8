import { exportSettings } from "@/lib/features/configuration/service/settings-file";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CONFIG_BASIC],
  audit: "config.export",
  run: ({ actor }) => exportSettings(actor),
});
