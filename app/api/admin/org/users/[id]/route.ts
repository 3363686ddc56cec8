import { handler, idParam } from "@/lib/endpoint/route";
import { userDeletion, userPatch } from "@/lib/features/organisation/schema";
import { deleteUser } from "@/lib/features/organisation/service/leaving";
import { changeUser, readUser } from "@/lib/features/organisation/service/users";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A person with bindings, limits and what is used of them today",

  any: [P.ORG_USER],
  params: idParam,
  run: ({ actor, params }) => readUser(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a person",

  any: [P.ORG_USER],
  params: idParam,
  body: userPatch,
  audit: "org.user.change",
  run: ({ actor, params, body }) => changeUser(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Anonymise a person; what they own goes to transferTo or is let go of with release",

  any: [P.ORG_USER],
  params: idParam,
  query: userDeletion,
  audit: "org.user.delete",
  run: ({ actor, params, query }) => deleteUser(actor, params.id, query),
});
