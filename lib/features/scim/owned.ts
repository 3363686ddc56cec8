import "server-only";
import { scimGroupMembers, scimUsers } from "@/db/schema/scim";
import type { Owned } from "@/lib/owned/owned";

export const SCIM_OWNED: Owned = {
  exempt: {
    people: [
      [scimUsers.userId, "what a directory says of the person: the directory's"],
      [scimGroupMembers.userId, "groups of a directory: the directory's"],
    ],
  },
};
