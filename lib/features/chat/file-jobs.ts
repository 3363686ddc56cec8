import "server-only";
import { db } from "@/db/client";
import { trashUnaskedFiles } from "@/db/queries/chat/files";
import { defineJob } from "@/lib/jobs/define";
import { discardImports } from "./service/imports";

/** A draft may wait so long for its question, and a deleted chat may be wanted back; days. */
const KEPT_DAYS = 7;
const BATCH = 200;

/** Files that were attached and never asked about, and those of deleted chats: in the trash they take no room. */
export const sweepChatFiles = defineJob({
  name: "chat.sweep-files",
  attempts: 1,
  schedule: "23 2 * * *",
  run: async (_payload, { signal }) => {
    const before = new Date(Date.now() - KEPT_DAYS * 24 * 3_600_000);
    await discardImports();
    while (!signal.aborted && (await trashUnaskedFiles(db(), before, BATCH)) === BATCH);
  },
});
