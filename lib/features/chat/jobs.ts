import "server-only";
import { db } from "@/db/client";
import { removeOldTemporaryChats } from "@/db/queries/conversation/temporary";
import { defineJob } from "@/lib/jobs/define";

/** A temporary chat whose page was closed is kept this long at most, milliseconds. */
const TEMPORARY_MS = 24 * 3_600_000;

/** Temporary chats that were left, or forgotten, go for good. */
export const sweepTemporary = defineJob({
  name: "chat.sweep-temporary",
  attempts: 2,
  schedule: "*/10 * * * *",
  run: async (_payload, { signal }) => {
    const before = new Date(Date.now() - TEMPORARY_MS);
    while (!signal.aborted && (await removeOldTemporaryChats(db(), before)) > 0);
  },
});
