import { modelDefaultsPatch } from "@/lib/features/models/schema";
import { modelDefaults, setModelDefaults } from "@/lib/features/models/service/models";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.CONFIG_MODELS], run: ({ actor }) => modelDefaults(actor) });

export const PATCH = handler({
  any: [P.CONFIG_MODELS],
  audit: "model.default",
  body: modelDefaultsPatch,
  run: ({ actor, body }) => setModelDefaults(actor, body),
});
