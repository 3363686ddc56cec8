import { resourceBody } from "@/lib/features/scim/protocol/messages";
import { createGroup, listGroups } from "@/lib/features/scim/service/groups";
import { scimHandler } from "@/lib/http/scim-route";

export const GET = scimHandler({ run: listGroups });

export const POST = scimHandler({
  body: resourceBody,
  audit: "scim.group.create",
  run: ({ body, ...input }) => createGroup(input, body),
});
