import { handler } from "@/lib/endpoint/route";
import { ollamaDto } from "@/lib/features/models/dto";
import { discoverOllama } from "@/lib/features/models/service/suppliers";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Model services found on this machine",

  any: [P.CONFIG_MODELS],
  response: ollamaDto,
  run: async ({ actor }) => ({ ollama: await discoverOllama(actor) }),
});
