import { handler } from "@/lib/endpoint/route";
import { nodeTypesDto } from "@/lib/features/apps/runs-dto";
import { listNodeTypes } from "@/lib/features/apps/service/flow/node-types";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Kinds of nodes a workflow is drawn of, with the schema of their settings and an example",
  any: [P.APPS],
  response: nodeTypesDto,
  run: ({ actor }) => listNodeTypes(actor),
});
