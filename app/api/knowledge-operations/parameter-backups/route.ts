import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { backupDto } from "@/lib/features/knowledge-operations/recall-dto";
import { backupsQuery, newBackup } from "@/lib/features/knowledge-operations/recall-schema";
import { createBackup, readBackups } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Backups of the retrieval parameters of a knowledge base, or of the center",
  any: [P.KB_MANAGE, P.KB_CENTER],
  query: backupsQuery,
  response: pageOf(backupDto),
  run: ({ actor, query }) => readBackups(actor, query),
});

export const POST = handler({
  summary: "Back up the retrieval parameters of a knowledge base, or of the center",
  audit: "knowledge.parameters.backup",
  any: [P.KB_MANAGE, P.KB_CENTER],
  body: newBackup,
  response: madeId,
  run: ({ actor, body }) => createBackup(actor, body),
});
