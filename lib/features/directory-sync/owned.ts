import "server-only";
import { syncRuns } from "@/db/schema/directory-sync";
import type { Owned } from "@/lib/owned/owned";

export const DIRECTORY_SYNC_OWNED: Owned = {
  exempt: {
    people: [[syncRuns.actorId, "who began a comparison with a directory"]],
  },
};
