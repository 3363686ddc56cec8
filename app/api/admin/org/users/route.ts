import { pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { createdUserDto, userDto } from "@/lib/features/organisation/dto";
import { newUser, userQuery } from "@/lib/features/organisation/schema";
import { createUser, readUsers } from "@/lib/features/organisation/service/users";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "People by page",

  any: [P.ORG_USER],
  query: userQuery,
  response: pageOf(userDto),
  run: ({ actor, query }) => readUsers(actor, query),
});

export const POST = handler({
  summary: "Make a person; without a password a one-time code is answered",

  any: [P.ORG_USER],
  body: newUser,
  audit: "org.user.create",
  response: createdUserDto,
  run: ({ actor, body }) => createUser(actor, body),
});
