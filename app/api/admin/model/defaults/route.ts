import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { modelDefaultsDto } from "@/lib/features/models/dto";
import { modelDefaultsPatch } from "@/lib/features/models/schema";
import { modelDefaults, setModelDefaults } from "@/lib/features/models/service/models";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Default models",
  any: [P.CONFIG_MODELS],
  response: modelDefaultsDto,
  run: ({ actor }) => modelDefaults(actor),
});

export const PATCH = handler({
  summary: "Choose default models",

  any: [P.CONFIG_MODELS],
  audit: "model.default",
  body: modelDefaultsPatch,
  response: nothing,
  run: ({ actor, body }) => setModelDefaults(actor, body),
});
