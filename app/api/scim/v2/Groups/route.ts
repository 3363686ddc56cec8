import { scimHandler } from "@/lib/endpoint/scim-route";
import { resourceBody } from "@/lib/features/scim/protocol/messages";
import { createGroup, listGroups } from "@/lib/features/scim/service/groups";

export const GET = scimHandler({
  summary: "Pushed groups: filter, sortBy, startIndex, count (200 at most)",
  answers: "json",
  run: listGroups,
});

export const POST = scimHandler({
  summary: "Push a group",
  answers: "json",

  body: resourceBody,
  audit: "scim.group.create",
  run: ({ body, ...input }) => createGroup(input, body),
});
