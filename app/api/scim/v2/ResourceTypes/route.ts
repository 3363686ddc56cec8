import { scimHandler } from "@/lib/endpoint/scim-route";
import { resourceTypes } from "@/lib/features/scim/protocol/discovery";
import { listOf } from "@/lib/features/scim/protocol/lists";

export const GET = scimHandler({
  summary: "Kinds of resources of SCIM",
  answers: "json",

  run: ({ base }) => {
    const all = resourceTypes(base);
    return { resource: listOf(all, all.length) };
  },
});
