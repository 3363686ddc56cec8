import { readOwnData } from "@/lib/features/personal/service/data";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far the archive of all own data is",
  any: [P.USER],
  run: ({ actor }) => readOwnData(actor),
});
