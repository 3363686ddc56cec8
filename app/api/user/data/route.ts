import { downloadData } from "@/lib/features/personal/service/data";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "All own data as one archive",
  answers: "file",

  any: [P.USER],
  audit: "personal.data.download",
  run: ({ actor }) => downloadData(actor),
});
