import { handler } from "@/lib/endpoint/route";
import { configVersionPageDto } from "@/lib/features/configuration/dto";
import { versionQuery } from "@/lib/features/configuration/schema";
import { listVersions } from "@/lib/features/configuration/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Changes of the basic configuration",

  any: [P.CONFIG_BASIC],
  query: versionQuery,
  response: configVersionPageDto,
  run: ({ actor, query }) => listVersions(actor, query),
});
