import "server-only";
import { files, fileTickets } from "@/db/schema/files";
import type { Owned } from "@/lib/owned/owned";

export const FILES_OWNED: Owned = {
  exempt: {
    people: [
      [files.ownerId, "bytes of things their areas tell of; private, and purged with them"],
      [fileTickets.userId, "a download of the next minutes"],
    ],
  },
};
