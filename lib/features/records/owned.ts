import "server-only";
import { recordReads } from "@/db/schema/records";
import type { Owned } from "@/lib/owned/owned";

export const RECORDS_OWNED: Owned = {
  exempt: {
    people: [
      [recordReads.userId, "who opened the person's conversations; shown beside them, evidence of the organisation"],
      [recordReads.readerId, "evidence of the organisation"],
    ],
  },
};
