import { handler } from "@/lib/endpoint/route";
import { readOwnPolicy } from "@/lib/features/records/service/own";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What holds for own conversations",

  any: [P.USER],
  run: ({ actor }) => readOwnPolicy(actor),
});
