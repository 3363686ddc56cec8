import { scimHandler } from "@/lib/endpoint/scim-route";
import { resourceBody } from "@/lib/features/scim/protocol/messages";
import { createUser, listUsers } from "@/lib/features/scim/service/users";

export const GET = scimHandler({
  summary: "Pushed people: filter, sortBy, startIndex, count (200 at most)",
  answers: "json",
  run: listUsers,
});

export const POST = scimHandler({
  summary: "Push a person",
  answers: "json",

  body: resourceBody,
  audit: "scim.user.create",
  run: ({ body, ...input }) => createUser(input, body),
});
