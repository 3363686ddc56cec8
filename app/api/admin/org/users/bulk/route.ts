import { handler } from "@/lib/endpoint/route";
import { bulkResultDto } from "@/lib/features/organisation/dto";
import { bulkChange } from "@/lib/features/organisation/schema";
import { changeManyUsers } from "@/lib/features/organisation/service/bulk";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "The same change for many people",

  any: [P.ORG_USER],
  body: bulkChange,
  audit: "org.user.bulk",
  response: bulkResultDto,
  run: ({ actor, body }) => changeManyUsers(actor, body),
});
