import { API_DOCUMENT_MAX } from "@/lib/config/tool-kinds";
import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { ownServersDto } from "@/lib/features/tools/own-dto";
import { newOwnTools } from "@/lib/features/tools/own-schema";
import { createOwnTools, listOwnTools } from "@/lib/features/tools/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own tools",
  any: [P.APPS_WORKBENCH],
  response: ownServersDto,
  run: ({ actor }) => listOwnTools(actor),
});

export const POST = handler({
  summary: "Make own tools, by hand or of operations that were chosen",
  any: [P.APPS_WORKBENCH],
  audit: "tool.own.create",
  body: newOwnTools,
  // Written as JSON a document grows.
  maxBody: 2 * API_DOCUMENT_MAX,
  response: madeId,
  run: ({ actor, body }) => createOwnTools(actor, body),
});
