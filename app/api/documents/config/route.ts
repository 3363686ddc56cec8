import { handler } from "@/lib/endpoint/route";
import { openedConfigDto } from "@/lib/features/documents/dto";
import { configPatch } from "@/lib/features/documents/schema";
import { changeConfig, readConfig } from "@/lib/features/documents/service/config";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own settings of document reading",

  any: [P.DOCUMENT],
  response: openedConfigDto,
  run: ({ actor }) => readConfig(actor),
});

export const PUT = handler({
  summary: "Change own settings of document reading",
  exempt: "a preference of the person's own",

  any: [P.DOCUMENT],
  body: configPatch,
  response: openedConfigDto,
  run: ({ actor, body }) => changeConfig(actor, body),
});
