import "server-only";
import { importRuns } from "@/db/schema/organisation";
import type { Owned } from "@/lib/owned/owned";

export const ORGANISATION_OWNED: Owned = {
  exempt: {
    people: [[importRuns.ownerId, "an import of people or departments, whose result is the organisation's"]],
  },
};
