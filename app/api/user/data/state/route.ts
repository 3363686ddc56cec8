import { handler } from "@/lib/endpoint/route";
import { ownDataDto } from "@/lib/features/personal/dto";
import { readOwnData } from "@/lib/features/personal/service/data";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far the archive of all own data is",
  any: [P.USER],
  response: ownDataDto,
  run: ({ actor }) => readOwnData(actor),
});
