import { handler } from "@/lib/endpoint/route";
import { configPatch } from "@/lib/features/documents/schema";
import { changeConfig, readConfig } from "@/lib/features/documents/service/config";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own settings of document reading",

  any: [P.DOCUMENT],
  run: ({ actor }) => readConfig(actor),
});

export const PUT = handler({
  summary: "Change own settings of document reading",
  exempt: "a preference of the person's own",

  any: [P.DOCUMENT],
  body: configPatch,
  run: ({ actor, body }) => changeConfig(actor, body),
});
