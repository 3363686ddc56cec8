import { scimHandler } from "@/lib/endpoint/scim-route";
import { schemaDefinitions } from "@/lib/features/scim/protocol/discovery";
import { listOf } from "@/lib/features/scim/protocol/lists";

export const GET = scimHandler({
  summary: "Attributes SCIM keeps",
  answers: "json",

  run: ({ base }) => {
    const all = schemaDefinitions(base);
    return { resource: listOf(all, all.length) };
  },
});
