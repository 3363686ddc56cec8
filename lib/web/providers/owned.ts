import "server-only";
import { searchCalls } from "@/db/schema/web";
import type { Owned } from "@/lib/owned/owned";

export const SEARCH_CALLS_OWNED: Owned = {
  exempt: {
    people: [[searchCalls.userId, "counts what was asked of a service, without a word of it, and ends after 90 days"]],
  },
};
