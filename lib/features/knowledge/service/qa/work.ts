import "server-only";
import { db } from "@/db/client";
import type { Actor } from "@/lib/auth/actor";
import { isErrorKey } from "@/lib/errors/errors";
import { lastTask } from "@/lib/tasks/tasks";
import type { QaWorkDto } from "../../qa-dto";
import { qaGeneration } from "./generate";
import { importSubject, qaImport } from "./import";
import { requireScope } from "./scope";

/** How the last import and the last generation of pairs stand. Throws noPermission, notFound. */
export async function readQaWork(actor: Actor, { baseId }: { baseId?: string }): Promise<QaWorkDto> {
  const scope = await requireScope(actor, baseId);
  const imported = await lastTask(db(), qaImport, importSubject(scope.baseId));
  const generated = scope.baseId ? await lastTask(db(), qaGeneration, scope.baseId) : null;
  return {
    import: imported && {
      ...toWork(imported),
      fileName: imported.input.fileName,
      refused: imported.state.refused,
      rows: imported.state.rows,
    },
    generation: generated && toWork(generated),
  };
}

interface Worked {
  id: string;
  status: NonNullable<QaWorkDto["generation"]>["status"];
  failure: string | null;
  done: number;
  total: number;
  state: { added: number; skipped: number };
}

function toWork({ id, status, failure, done, total, state }: Worked): NonNullable<QaWorkDto["generation"]> {
  const error = failure === null ? null : isErrorKey(failure) ? failure : "unknown";
  return { taskId: id, status, error, done, total, added: state.added, skipped: state.skipped };
}
