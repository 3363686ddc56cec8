import { handler } from "@/lib/endpoint/route";
import { centerDto } from "@/lib/features/knowledge/center-dto";
import { centerChange } from "@/lib/features/knowledge/center-schema";
import { changeCenter, readCenter } from "@/lib/features/knowledge/service/center";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Settings of the knowledge center",
  any: [P.KB_CENTER],
  response: centerDto,
  run: ({ actor }) => readCenter(actor),
});

export const PUT = handler({
  summary: "Change one part of the settings of the knowledge center",
  audit: "knowledge.center.change",
  any: [P.KB_CENTER],
  body: centerChange,
  response: centerDto,
  run: ({ actor, body }) => changeCenter(actor, body),
});
