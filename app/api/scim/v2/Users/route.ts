import { resourceBody } from "@/lib/features/scim/protocol/messages";
import { createUser, listUsers } from "@/lib/features/scim/service/users";
import { scimHandler } from "@/lib/http/scim-route";

export const GET = scimHandler({ run: listUsers });

export const POST = scimHandler({
  body: resourceBody,
  audit: "scim.user.create",
  run: ({ body, ...input }) => createUser(input, body),
});
