import "server-only";
import { configVersions } from "@/db/schema/configuration";
import type { Owned } from "@/lib/owned/owned";

export const CONFIGURATION_OWNED: Owned = {
  exempt: {
    people: [[configVersions.authorId, "who changed a setting of the organisation"]],
  },
};
