import { handler } from "@/lib/endpoint/route";
import { catalogueDto } from "@/lib/features/roles/dto";
import { readCatalogue } from "@/lib/features/roles/service/roles";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Permission codes, the screens they open, and links",
  any: [P.ORG_ROLE, P.ORG_USER],
  response: catalogueDto,
  run: ({ actor }) => readCatalogue(actor),
});
