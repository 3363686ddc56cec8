import { handler } from "@/lib/endpoint/route";
import { readSearchParams } from "@/lib/features/search/service/settings/change";
import { searchParamsDto } from "@/lib/features/search/settings/dto";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Parameters of the search",
  any: [P.SEARCH],
  response: searchParamsDto,
  run: ({ actor }) => readSearchParams(actor),
});
