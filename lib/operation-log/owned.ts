import "server-only";
import { operationLogs } from "@/db/schema/operation-log";
import type { Owned } from "@/lib/owned/owned";

export const OPERATION_LOG_OWNED: Owned = {
  exempt: {
    people: [[operationLogs.actorId, "evidence of the organisation; it must not change"]],
  },
};
