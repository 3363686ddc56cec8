import { z } from "zod";
import { resourceTypes } from "@/lib/features/scim/protocol/discovery";
import { AppError } from "@/lib/http/errors";
import { scimHandler } from "@/lib/http/scim-route";
import { identifier } from "@/lib/text/line";

export const GET = scimHandler({
  summary: "One kind of resources of SCIM",
  answers: "json",

  params: z.object({ id: identifier(200) }),
  run: ({ base, params }) => {
    const resource = resourceTypes(base).find(({ id }) => id === params.id);
    if (!resource) throw new AppError("notFound");
    return { resource };
  },
});
