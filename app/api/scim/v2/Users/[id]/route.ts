import { idParam } from "@/lib/endpoint/route";
import { scimHandler } from "@/lib/endpoint/scim-route";
import { patchBody, resourceBody } from "@/lib/features/scim/protocol/messages";
import { deleteUser, patchUser, readOne, replaceUser } from "@/lib/features/scim/service/users";

export const GET = scimHandler({
  summary: "One pushed person",
  answers: "json",
  params: idParam,
  run: ({ params, ...input }) => readOne(input, params.id),
});

export const PUT = scimHandler({
  summary: "Replace a pushed person",
  answers: "json",

  params: idParam,
  body: resourceBody,
  audit: "scim.user.change",
  run: ({ params, body, ...input }) => replaceUser(input, params.id, body),
});

export const PATCH = scimHandler({
  summary: "Change a pushed person",
  answers: "json",

  params: idParam,
  body: patchBody,
  audit: "scim.user.change",
  run: ({ params, body, ...input }) => patchUser(input, params.id, body),
});

export const DELETE = scimHandler({
  summary: "Disable a pushed person and forget the push",
  answers: "json",

  params: idParam,
  audit: "scim.user.delete",
  run: ({ params, ...input }) => deleteUser(input, params.id),
});
