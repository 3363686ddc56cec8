import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { userDetailDto } from "@/lib/features/organisation/dto";
import { userDeletion, userPatch } from "@/lib/features/organisation/schema";
import { deleteUser } from "@/lib/features/organisation/service/leaving";
import { changeUser, readUser } from "@/lib/features/organisation/service/users";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A person with bindings, limits and what is used of them today",

  any: [P.ORG_USER],
  params: idParam,
  response: userDetailDto,
  run: ({ actor, params }) => readUser(actor, params.id),
});

export const PATCH = handler({
  summary: "Change a person",

  any: [P.ORG_USER],
  params: idParam,
  body: userPatch,
  audit: "org.user.change",
  response: nothing,
  run: ({ actor, params, body }) => changeUser(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Anonymise a person; what they own goes to transferTo or is let go of with release",

  any: [P.ORG_USER],
  params: idParam,
  query: userDeletion,
  audit: "org.user.delete",
  response: nothing,
  run: ({ actor, params, query }) => deleteUser(actor, params.id, query),
});
