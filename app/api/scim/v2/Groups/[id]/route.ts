import { idParam } from "@/lib/endpoint/route";
import { scimHandler } from "@/lib/endpoint/scim-route";
import { patchBody, resourceBody } from "@/lib/features/scim/protocol/messages";
import { deleteGroup, patchGroup, readOne, replaceGroup } from "@/lib/features/scim/service/groups";

export const GET = scimHandler({
  summary: "One pushed group",
  answers: "json",
  params: idParam,
  run: ({ params, ...input }) => readOne(input, params.id),
});

export const PUT = scimHandler({
  summary: "Replace a pushed group and its members",
  answers: "json",

  params: idParam,
  body: resourceBody,
  audit: "scim.group.change",
  run: ({ params, body, ...input }) => replaceGroup(input, params.id, body),
});

export const PATCH = scimHandler({
  summary: "Change a pushed group or its members",
  answers: "json",

  params: idParam,
  body: patchBody,
  audit: "scim.group.change",
  run: ({ params, body, ...input }) => patchGroup(input, params.id, body),
});

export const DELETE = scimHandler({
  summary: "Delete a pushed group",
  answers: "json",

  params: idParam,
  audit: "scim.group.delete",
  run: ({ params, ...input }) => deleteGroup(input, params.id),
});
