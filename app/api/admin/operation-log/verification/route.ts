import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { logStateDto } from "@/lib/features/operation-log/dto";
import { startCheckBody } from "@/lib/features/operation-log/schema";
import { readLogState, startCheck } from "@/lib/features/operation-log/service/chain";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "How far the log is sealed, and its last check",
  any: [P.LOGS_OPERATION],
  response: logStateDto,
  run: ({ actor }) => readLogState(actor),
});

export const POST = handler({
  summary: "Check the chain of the operation log",

  any: [P.LOGS_OPERATION],
  whenReadOnly: true,
  audit: "log.verify",
  body: startCheckBody,
  response: madeId,
  run: ({ actor }) => startCheck(actor),
});
