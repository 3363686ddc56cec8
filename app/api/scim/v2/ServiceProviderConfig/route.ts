import { scimHandler } from "@/lib/endpoint/scim-route";
import { serviceConfig } from "@/lib/features/scim/protocol/discovery";

export const GET = scimHandler({
  summary: "What SCIM can do here",
  answers: "json",
  run: ({ base }) => ({ resource: serviceConfig(base) }),
});
