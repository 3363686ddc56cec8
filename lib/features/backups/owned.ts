import "server-only";
import { backups } from "@/db/schema/backups";
import type { Owned } from "@/lib/owned/owned";

export const BACKUPS_OWNED: Owned = {
  exempt: {
    people: [[backups.authorId, "who began a backup of the installation"]],
  },
};
