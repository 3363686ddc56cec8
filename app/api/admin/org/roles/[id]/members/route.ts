import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { changedMembersDto, memberDto } from "@/lib/features/roles/dto";
import { memberChange, memberQuery } from "@/lib/features/roles/schema";
import { changeMembers, listMembers } from "@/lib/features/roles/service/members";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People who hold a role",

  any: [P.ORG_USER],
  params: idParam,
  query: memberQuery,
  response: pageOf(memberDto),
  run: ({ actor, params, query }) => listMembers(actor, params.id, query),
});

export const PATCH = handler({
  summary: "Give a role to people, take it from others",

  any: [P.ORG_USER],
  params: idParam,
  body: memberChange,
  audit: "role.members",
  response: changedMembersDto,
  run: ({ actor, params, body, locale }) => changeMembers(actor, params.id, body, locale),
});
