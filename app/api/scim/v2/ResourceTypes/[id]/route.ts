import { z } from "zod";
import { scimHandler } from "@/lib/endpoint/scim-route";
import { AppError } from "@/lib/errors/errors";
import { resourceTypes } from "@/lib/features/scim/protocol/discovery";
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
