import "server-only";
import { licences } from "@/db/schema/licence";
import type { Owned } from "@/lib/owned/owned";

export const LICENCE_OWNED: Owned = {
  exempt: {
    people: [[licences.installedBy, "who installed a licence of the organisation"]],
  },
};
