import { serviceConfig } from "@/lib/features/scim/protocol/discovery";
import { scimHandler } from "@/lib/http/scim-route";

export const GET = scimHandler({ run: ({ base }) => ({ resource: serviceConfig(base) }) });
