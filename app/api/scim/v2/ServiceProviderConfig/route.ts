import { serviceConfig } from "@/lib/features/scim/protocol/discovery";
import { scimHandler } from "@/lib/http/scim-route";

export const GET = scimHandler({
  summary: "What SCIM can do here",
  answers: "json",
  run: ({ base }) => ({ resource: serviceConfig(base) }),
});
