import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { versionChangeDto } from "@/lib/features/knowledge/reading-dto";
import { compareVersion } from "@/lib/features/knowledge/service/versions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What a version of a file of a knowledge base says against the one before it",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: z.object({ id: z.uuid(), versionId: z.uuid() }),
  response: versionChangeDto,
  run: ({ actor, params }) => compareVersion(actor, params.id, params.versionId),
});
