import "server-only";
import { termsAcceptances, termsVersions } from "@/db/schema/terms";
import type { Owned } from "@/lib/owned/owned";

export const TERMS_OWNED: Owned = {
  exempt: {
    people: [
      [termsVersions.authorId, "who published terms of the organisation"],
      [termsAcceptances.userId, "the organisation's proof of what was agreed to"],
    ],
  },
};
