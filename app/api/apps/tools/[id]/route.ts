import { API_DOCUMENT_MAX } from "@/lib/config/tool-kinds";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { ownServerDetailDto } from "@/lib/features/tools/own-dto";
import { ownToolsPatch } from "@/lib/features/tools/own-schema";
import { changeOwnTools, deleteOwnTools, readOwnTools } from "@/lib/features/tools/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own tools with all there is to edit",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  response: ownServerDetailDto,
  run: ({ actor, params }) => readOwnTools(actor, params.id),
});

export const PATCH = handler({
  summary: "Change own tools",
  any: [P.APPS_WORKBENCH],
  audit: "tool.own.change",
  params: idParam,
  body: ownToolsPatch,
  maxBody: 2 * API_DOCUMENT_MAX,
  response: nothing,
  run: ({ actor, params, body, confirmed }) => changeOwnTools(actor, params.id, body, confirmed),
});

export const DELETE = handler({
  summary: "Delete own tools",
  any: [P.APPS_WORKBENCH],
  audit: "tool.own.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params, confirmed }) => deleteOwnTools(actor, params.id, confirmed),
});
