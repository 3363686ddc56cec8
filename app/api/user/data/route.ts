import { handler } from "@/lib/endpoint/route";
import { ownDataDto } from "@/lib/features/personal/dto";
import { beginOwnData, downloadOwnData } from "@/lib/features/personal/service/data";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The archive of all own data, once",
  answers: "file",
  any: [P.USER],
  audit: "personal.data.download",
  run: ({ actor }) => downloadOwnData(actor),
});

export const POST = handler({
  summary: "Have the archive of all own data made",
  any: [P.USER],
  audit: "personal.data.download",
  // Exporting stays open when a licence has ended (spec N12).
  whenReadOnly: true,
  response: ownDataDto,
  run: ({ actor }) => beginOwnData(actor),
});
